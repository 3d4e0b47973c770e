/** The flags by which a command reads a configuration. The code that reads it is in another module. */
import { type Flag, switchFlag, textFlag } from './flags.ts';
import { trustFlag } from './trust-flag.ts';

/** Flags of every command that reads a configuration; a file cannot set them. */
export const configurationFlags: {
  readonly config: Flag<string | undefined>;
  readonly 'print-config': Flag<boolean>;
  readonly trust: Flag<boolean>;
} = {
  // Only the command line may give this flag: somebody else may have written the file of settings.
  trust: trustFlag('Campaign'),
  config: textFlag({
    doc: 'the file with further settings',
    category: 'Configuration',
    valueName: 'FILE',
    completion: 'file',
    default: undefined,
    defaultDoc: 'cgfuzz.config.ts, .mjs, .js or .json, if there is one',
  }),
  'print-config': switchFlag({
    doc: 'print every setting and where it comes from, and do nothing',
    category: 'Configuration',
  }),
};
