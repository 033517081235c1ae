import { relative } from 'node:path';
import { shellWord } from '../shell-word.ts';

/** The command that sends a refused run again: `svc upload node_modules/.cache/svc/….json.gz.refused`. */
export function resendCommand(path: string, directory: string): string {
  const short = relative(directory, path);
  return `svc upload ${shellWord(short.startsWith('..') ? path : short)}`;
}
