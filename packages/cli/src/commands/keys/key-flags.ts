import type { Command } from 'commander';
import { CommandError } from '../../errors/exit.ts';
import { parseCount } from '../../flags/option-values.ts';
import { parseExpiryTime } from '../../flags/time-window.ts';

/** What can be set when a key is created and later. */
export interface KeyFlags {
  reads?: number;
  writes?: number;
  /** False for `--no-expires`. */
  expires?: string | false;
  project?: string[];
  branch?: string[];
  base?: boolean;
}

export function addKeyOptions(command: Command): Command {
  return command
    .option('--reads <n>', 'how many reads a minute', parseCount)
    .option('--writes <n>', 'how many writes a minute', parseCount)
    .option('--expires <when>', 'when it ends: 90d, 12h or 2027-01-31')
    .option('--project <name>', 'only this project; repeatable, for scope ingest', collectRepeated)
    .option(
      '--branch <pattern>',
      "only these branches, as 'release/*', or none of these, as '!main'; repeatable, for scope ingest",
      collectRepeated,
    )
    .option('--base', "also executions of a project's base branch")
    .option('--no-base', "no executions of a project's base branch, for scope ingest");
}

function collectRepeated(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/**
 * The time that `--expires` means: `90d` is 90 days from now, and a day ends at its midnight in UTC.
 * @throws CommandError for any other text, and for the past.
 */
export function parseExpiry(text: string, now: Date): string {
  const moment = parseExpiryTime(text, now, '--expires 90d or --expires 2027-01-31');
  if (new Date(moment) > now) return moment;
  throw new CommandError(`--expires '${text}' lies in the past`, 'write --expires 90d');
}
