import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Sandbox, type Run, type RunLimits } from '../../../src/oracle/index.ts';
import { runLimits } from '../../../src/oracle/sandbox/sandbox.ts';
import { temporaryFolder, world } from '../../target/world.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Compiles in the sandbox too, and gives the program's run. */
async function runC(sandbox: Sandbox, source: string, limits: Partial<RunLimits> = {}): Promise<Run> {
  const [compiled, run] = await sandbox.run({
    files: [{ path: 't.c', bytes: bytes(source) }],
    commands: [
      ['gcc', '-w', 't.c', '-o', 'program'],
      ['./program', 'argument'],
    ],
    limits: { ...runLimits, ...limits },
  });
  expect(compiled).toMatchObject({ end: 'exit', exitCode: 0, stderr: '' });
  if (!run) throw new Error('no run');
  return run;
}

const headers = ['stdio.h', 'stdlib.h', 'unistd.h', 'signal.h', 'string.h', 'fcntl.h', 'errno.h']
  .concat('sys/socket.h', 'netinet/in.h', 'arpa/inet.h')
  .map((name) => `#include <${name}>\n`)
  .join('');
const main = (body: string): string => `${headers}int main(int argc, char **argv) { ${body} }\n`;

const processesCalled = (name: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(name);
    } catch {
      return false;
    }
  }).length;

describe.each([
  ['with namespaces', {}],
  ['where namespaces are forbidden', { CGFUZZ_FORBID_NAMESPACES: '1' }],
])('a sandbox %s', (_, env) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.open(world, env);
  });
  afterAll(async () => sandbox.close());

  it('tells what a program printed and how it ended', async () => {
    const run = await runC(
      sandbox,
      main('printf("%s %d\\n", argv[1], argc); fprintf(stderr, "e"); return 7;'),
    );
    expect(run).toMatchObject({
      end: 'exit',
      exitCode: 7,
      signal: undefined,
      stdout: 'argument 2\n',
      stderr: 'e',
    });
    expect(await runC(sandbox, main('abort();'))).toMatchObject({ end: 'signal', signal: 'SIGABRT' });
    expect(await runC(sandbox, main('*(volatile int *)8 = 1;'))).toMatchObject({
      end: 'signal',
      signal: 'SIGSEGV',
    });
  });

  it('ends what computes or sleeps for ever', async () => {
    expect(await runC(sandbox, main('for (volatile int i = 0;; i++);'))).toMatchObject({ end: 'timeout' });
    const asleep = await runC(sandbox, main('signal(SIGTERM, SIG_IGN); for (;;) pause();'), { wallMs: 700 });
    expect(asleep).toMatchObject({ end: 'timeout', signal: undefined });
  });

  it('ends what takes too much memory, or prints too much', async () => {
    const hungry = main('for (;;) { char *p = malloc(1 << 20); if (!p) abort(); memset(p, 1, 1 << 20); }');
    expect(await runC(sandbox, hungry, { memoryBytes: 64e6 })).toMatchObject({ end: 'out-of-memory' });
    expect(await runC(sandbox, main('for (;;) puts("again and again");'))).toMatchObject({
      end: 'too-much-output',
    });
  });

  it('takes children with it, and survives a bomb of them', async () => {
    const name = 'cgfuzz-straggler';
    const child = `if (fork() == 0) { setsid(); execl("/bin/sleep", "${name}", "120", (char *)0); } usleep(100000);`;
    expect(await runC(sandbox, main(`${child} return 0;`))).toMatchObject({ end: 'exit' });
    expect(processesCalled(name)).toBe(0);
    const bomb = main(
      'alarm(2); for (int i = 0; i < 200; i++) if (fork() == 0) { pause(); _exit(0); } return 3;',
    );
    expect(await runC(sandbox, bomb)).toMatchObject({ end: 'exit', exitCode: 3 });
  });

  it('has no network', async () => {
    if (!sandbox.confinement.noNetwork) return;
    let callers = 0;
    const listener = createServer(() => callers++).listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as { port: number };
    const call = main(`struct sockaddr_in to = {AF_INET, htons(${port}), {htonl(0x7f000001)}};
      int s = socket(AF_INET, SOCK_STREAM, 0);
      return s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0 ? 9 : 4;`);
    expect(await runC(sandbox, call)).toMatchObject({ end: 'exit', exitCode: 4 });
    expect(callers).toBe(0);
  });

  it('lets nothing outside its folder be written', async () => {
    if (!sandbox.confinement.readOnlyOutside) return;
    const outside = join(tmpdir(), 'cgfuzz-escaped');
    const places = [
      outside,
      join(temporaryFolder(), 'escaped'),
      '/dev/shm/cgfuzz-escaped',
      '/etc/cgfuzz-escaped',
      '/cgfuzz-escaped',
    ];
    const opens = places.map((place) => `written += open("${place}", O_CREAT | O_WRONLY, 0666) >= 0;`);
    const run = await runC(sandbox, main(`int written = 0; ${opens.join(' ')} return written;`));
    expect(run).toMatchObject({ end: 'exit', exitCode: 0 });
    expect(places.filter((place) => existsSync(place))).toEqual([]);
  });

  it('leaves nothing to the next program, whatever it did to its folder', async () => {
    const nasty =
      'mkdir("d", 0700); mkdir("d/e", 0700); close(open("d/e/f", O_CREAT | O_WRONLY, 0)); chmod("d/e", 0); chmod("d", 0);';
    await runC(sandbox, `#include <sys/stat.h>\n${main(`${nasty} return 0;`)}`);
    const [listing] = await sandbox.run({ files: [], commands: [['ls', '-A']] });
    expect(listing?.stdout.split('\n').toSorted()).toEqual(['', 'printed', 'said']);
  });

  it('goes on after its server was killed in the middle', async () => {
    const running = runC(sandbox, main('usleep(300000); return 5;'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (sandbox.pid) process.kill(sandbox.pid, 'SIGKILL');
    expect(await running).toMatchObject({ end: 'exit', exitCode: 5 });
    const pids = readdirSync('/dev/shm').map((name) => /^cgfuzz-sandbox-(\d+)-/.exec(name)?.[1]);
    expect(pids.filter((pid) => pid && !existsSync(`/proc/${pid}`))).toEqual([]);
  });
});

it('says what is missing where namespaces are forbidden', async () => {
  const sandbox = await Sandbox.open(world, { CGFUZZ_FORBID_NAMESPACES: '1' });
  expect(sandbox.confinement).toMatchObject({
    filesInMemory: false,
    readOnlyOutside: false,
    noStragglers: false,
  });
  await sandbox.close();
});
