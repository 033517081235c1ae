import type { Command } from 'commander';
import { CommandError, cannotCombine } from '../../errors/exit.ts';
import { isoMoment } from '../../flags/time-window.ts';

export const ENTRY_ARGUMENT = 'its id or the start or end of it, or the id of its test';

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
      listOf,
    )
    .option('--any', 'every failure of the test, also new ones')
    .option('--owner <who>', 'who fixes it');
}

/** @throws CommandError for both flags. */
export function refuseBoth({ any, fingerprint }: EntryFlags): void {
  if (any !== true || fingerprint === undefined) return;
  throw cannotCombine('--any and --fingerprint');
}

function listOf(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((word) => word.trim())].filter((word) => word !== '');
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * `14d`, `2w` or `12h` from now, or a date (its first moment, UTC) or date-time with a zone, as ISO.
 * @throws CommandError for any other text. The server refuses times that are over, or more than 90 days ahead.
 */
export function expiryOf(text: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return new Date(now.getTime() + Number(count) * unitMs).toISOString();
  const moment = isoMoment(text);
  if (moment !== undefined) return moment;
  throw new CommandError(
    `--expires '${text}' is neither a date nor a duration`,
    'write --expires 14d, --expires 2026-12-24 or --expires 2026-12-24T18:00Z',
  );
}
