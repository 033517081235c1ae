import type { ExecutionStatus } from '@svc/contract/ingest';
import { InvalidArgumentError, Option, type Command } from 'commander';

const DEFAULT_LIMIT = 20;

// The contract's own list would load zod.
const EXECUTION_STATUSES: readonly ExecutionStatus[] = [
  'running',
  'passed',
  'failed',
  'interrupted',
];

/** The contract's filters, under the same names in every command that has them. */
export function addFilterOptions(command: Command): Command {
  return addProjectOptions(command)
    .option('--branch <name>', 'only this git branch')
    .option('--framework <name>', 'only vitest, jest, playwright, …')
    .option('--environment <name>', 'only this environment')
    .option('--from <when>', 'since: 7d, 12h or 2026-10-01 (default: 30 days ago)')
    .option('--to <when>', 'until, exclusive: the same forms (default: now)');
}

/** What narrows the list of executions beyond the shared filters. */
export function addListOptions(command: Command): Command {
  const statuses = EXECUTION_STATUSES.join(', ');
  return command
    .addOption(
      new Option('--status <status>', `only ${statuses}; repeatable`).argParser(statusList),
    )
    .option('--commit <hash>', 'only this commit, at least 7 digits')
    .option('--pull-request <number>', 'only this pull request', countOf)
    .option('--tag <tag>', 'only with this tag')
    .option('--search <text>', 'only with this text in name, branch or commit message');
}

export function addProjectOptions(command: Command): Command {
  return command
    .option(
      '--project <name>',
      "only this project (default: SVC_PROJECT, or the git remote's name)",
    )
    .option('--all-projects', 'all projects, whatever repository this is');
}

export function addLimitOption(command: Command): Command {
  return command.option('--limit <n>', 'how many rows', countOf, DEFAULT_LIMIT);
}

export function addMarkdownOption(command: Command): Command {
  return command.option('--markdown', 'the same answer to paste into a pull request');
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It is a whole number above 0.');
}

function statusList(text: string, before: ExecutionStatus[] = []): ExecutionStatus[] {
  const status = EXECUTION_STATUSES.find((known) => known === text);
  if (status !== undefined) return [...before, status];
  throw new InvalidArgumentError(`It is one of ${EXECUTION_STATUSES.join(', ')}.`);
}
