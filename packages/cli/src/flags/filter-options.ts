import type { Source } from '@svc/contract/filters';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Command } from 'commander';
import {
  buildChoiceOption,
  buildChoicesOption,
  parseCount,
  parseFilterTags,
} from './option-values.ts';

const DEFAULT_LIMIT = 20;

// The contract's own list would load zod.
const EXECUTION_STATUSES: readonly ExecutionStatus[] = [
  'running',
  'passed',
  'failed',
  'interrupted',
];

// The contract's own list would load zod.
const SOURCES: readonly Source[] = ['ci', 'local', 'all'];
const SOURCE_TEXT =
  'only executions from CI, local ones, or all (default: ci, or local ones before the first from CI)';

/** The contract's filters, with the same names in every command that has them. */
export function addFilterOptions(command: Command): Command {
  return addProjectOptions(command)
    .option('--branch <name>', 'only this git branch')
    .option('--framework <name>', 'only vitest, jest, playwright, …')
    .option('--environment <name>', 'only this environment')
    .addOption(buildChoiceOption('--source <source>', SOURCE_TEXT, SOURCES))
    .option('--from <when>', 'since: 7d, 12h or 2026-10-01 (default: 30 days ago)')
    .option('--to <when>', 'until, exclusive: the same forms (default: now)');
}

/** The filters of the list of executions beyond the shared ones. */
export function addListOptions(command: Command): Command {
  return command
    .addOption(buildChoicesOption('--status <status>', 'only', EXECUTION_STATUSES))
    .option('--commit <hash>', 'only this commit, at least 7 digits')
    .option('--pull-request <number>', 'only this pull request', parseCount)
    .option('--tag <tag>', 'only with this tag; repeatable: with all of them', parseFilterTags)
    .option(
      '--search <text>',
      'only with this text in name, branch, message or author, or `PR 112`',
    );
}

export function addProjectOptions(command: Command): Command {
  return command
    .option(
      '--project <name>',
      "only this project (default: SVC_PROJECT, or the git remote's name)",
    )
    .option('--all-projects', 'all projects, not only that of this repository');
}

export function addLimitOption(
  command: Command,
  { text = 'how many rows', rows = DEFAULT_LIMIT }: { text?: string; rows?: number } = {},
): Command {
  return command.option('--limit <n>', text, parseCount, rows);
}

export function addMarkdownOption(command: Command): Command {
  return command.option('--markdown', 'print as Markdown, for a pull request');
}

/** Examples below a command's help. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `\n  ${example}`).join('');
  return command.addHelpText('after', `\nExamples:${lines}`);
}

/** `svc webhooks list`, hidden: people who know other commands type it. The flags of the noun are read before it. */
export function addListAlias(command: Command, list: () => Promise<void>): void {
  const alias = command.command('list', { hidden: true }).action(list);
  alias.outputHelp = () => command.outputHelp();
}
