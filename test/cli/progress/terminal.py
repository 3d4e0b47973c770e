"""Runs a command as a job of a small shell in a pseudo terminal: one step of the person after the other.

Reads the job from standard input as JSON, and prints what the terminal showed and how it stood: before, at each step, and
after. A job that stops is continued by the shell, which takes the terminal back for itself in between, as bash does.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios

LIMIT_S = 100


def modes_of(terminal):
    local = termios.tcgetattr(terminal)[3]
    names = {"echo": termios.ECHO, "lines": termios.ICANON, "signals": termios.ISIG}
    return {name: bool(local & bit) for name, bit in names.items()}


def start_job(job):
    os.setpgid(0, 0)
    if not job.get("background"):
        os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.chdir(job["cwd"])
    os.execvpe(job["command"][0], job["command"], {**os.environ, **job["env"]})


def shell(job, told):
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    before = termios.tcgetattr(0)
    pid = os.fork()
    if pid == 0:
        start_job(job)
    os.write(told, b"%d\n" % pid)
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        os.tcsetpgrp(0, os.getpgrp())
        termios.tcsetattr(0, termios.TCSADRAIN, before)
        os.write(1, b"<stopped>")
        os.tcsetpgrp(0, pid)
        os.kill(pid, signal.SIGCONT)
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    os.write(told, b"%d\n" % code)
    os._exit(0)


def main():
    job = json.load(sys.stdin)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    before = modes_of(theirs)
    hear, told = os.pipe()
    signal.alarm(LIMIT_S)
    if os.fork() == 0:
        for descriptor in (0, 1, 2):
            os.dup2(theirs, descriptor)
        os.close(ours)
        shell(job, told)
    answers = os.fdopen(hear)
    pid = int(answers.readline())
    shown, looked, steps, at_steps = b"", 0, list(job["steps"]), []
    while True:
        readable, _, _ = select.select([ours, answers], [], [])
        if ours in readable:
            shown += os.read(ours, 65536)
        elif answers in readable:
            break
        # A step waits for words that were shown after the step before it.
        if steps and steps[0]["after"].encode() in shown[looked:]:
            step = steps.pop(0)
            looked = len(shown)
            at_steps.append(modes_of(theirs))
            if "signal" in step:
                os.kill(pid, getattr(signal, step["signal"]))
            else:
                os.write(ours, step["types"].encode())
    code = int(answers.readline())
    print(
        json.dumps(
            {
                "shown": shown.decode(errors="replace"),
                "stepsLeft": len(steps),
                "code": code,
                "before": before,
                "atSteps": at_steps,
                "after": modes_of(theirs),
            }
        )
    )


main()
