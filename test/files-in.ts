/** Files of a folder in which this process makes things: all but the sign that it lives, which stays while it does. */
import { readdirSync } from 'node:fs';

export function filesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.endsWith('-beat'));
}
