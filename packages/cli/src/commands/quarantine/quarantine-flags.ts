import type { Command } from 'commander';
import { buildCannotCombineError } from '../../errors/exit.ts';

export const ENTRY_ARGUMENT = 'its id or the start or end of it, or the id of its test';

export const EXPIRY_FORMS = '--expires 14d, --expires 2026-12-24 or --expires 2026-12-24T18:00Z';

/** The facts of an entry as flags. */
export interface EntryFlags {
  reason?: string;
  fingerprint?: string[];
  any?: boolean;
  /** False takes the owner off. */
  owner?: string | false;
  expires?: string;
}

/** The flags that `add` and `edit` have in common. */
export function addEntryOptions(command: Command): Command {
  return command
    .option(
      '--fingerprint <fp>',
      'which failure is excused, or its first digits; repeatable or with commas',
      parseList,
    )
    .option('--any', 'every failure of the test, also new ones')
    .option('--owner <who>', 'who fixes it');
}

/** @throws CommandError for both flags. */
export function refuseBoth({ any, fingerprint }: EntryFlags): void {
  if (any !== true || fingerprint === undefined) return;
  throw buildCannotCombineError('--any and --fingerprint');
}

function parseList(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((word) => word.trim())].filter((word) => word !== '');
}
