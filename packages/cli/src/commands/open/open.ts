import { lookUps } from '../../asking/known-projects.ts';
import { connect, type CommandContext, type CommonFlags } from '../../context/command-context.ts';
import { CommandError, cannotCombine } from '../../errors/exit.ts';
import { projectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import { addExamples, addProjectOptions } from '../../flags/filter-options.ts';
import { shellWord } from '../../errors/proposed-command.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import {
  earliestFrom,
  parseExecutionReference,
  resolveExecution,
} from '../../asking/execution-reference.ts';
import { parseTestReference } from '../../asking/test-reference.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';

const PAGES = ['overview', 'executions', 'failures', 'flaky', 'compare', 'settings'];

/** `svc open`. */
export const declareOpen: DeclareCommand = (command, run) => {
  command
    .description(
      'Prints the address of a page, and opens it in the browser if this terminal has one: an execution, a test, or ' +
        `one of ${PAGES.join(', ')}.`,
    )
    .argument(
      '[page]',
      'an execution (812, an id, latest, branch:NAME), or a page (default: overview)',
    )
    .option('--test <test>', 'a test: its id or its title, as svc test takes them')
    .option('--no-browser', 'only print the address')
    .action((page: string | undefined) =>
      run(command, (context, flags: OpenFlags & CommonFlags) => open(context, page, flags)),
    );
  addProjectOptions(command);
  addExamples(
    command,
    'svc open latest',
    'svc open flaky --project web',
    "svc open --test 'keeps the discount'",
  );
};

interface OpenFlags extends ProjectFlags {
  test?: string;
  browser: boolean;
}

async function open(
  context: CommandContext,
  page: string | undefined,
  flags: OpenFlags & CommonFlags,
): Promise<Answer> {
  const url = toTerminalLine(context.settings.url + (await pathOf(context, page, flags)));
  const { world } = context;
  const { env, platform, stdout } = world;
  const facts = { env, platform, isTerminal: stdout.isTTY === true };
  if (flags.browser && flags.json !== true && hasBrowser(facts)) openBrowser(url, facts);
  return { data: { url }, text: ({ link }) => [link(url, url)] };
}

async function pathOf(
  context: CommandContext,
  page: string | undefined,
  flags: OpenFlags,
): Promise<string> {
  if (flags.test !== undefined) {
    if (page === undefined) return testPath(context, flags.test, flags);
    throw cannotCombine(`'${page}' and --test`);
  }
  if (page !== undefined && !PAGES.includes(page)) return executionPath(context, page, flags);
  const { project } = await projectScope(flags, context);
  const path = page === undefined || page === 'overview' ? '' : page;
  return `/${path}${project === undefined ? '' : `?project=${encodeURIComponent(project)}`}`;
}

async function executionPath(
  context: CommandContext,
  typed: string,
  flags: OpenFlags,
): Promise<string> {
  const reference = parseExecutionReference(typed);
  if (reference.kind === 'id') return `/executions/${reference.id}`;
  const scope = await projectScope(flags, context);
  const client = await connect(context);
  const { id } = await resolveExecution(reference, {
    ...scope,
    command: `svc open ${shellWord(typed)}`,
    ...lookUps(client, context),
  });
  return `/executions/${id}`;
}

async function testPath(context: CommandContext, typed: string, flags: OpenFlags): Promise<string> {
  const reference = parseTestReference(typed);
  if (reference.kind === 'id') return `/tests/${reference.testId}`;
  const { project } = await projectScope(flags, context);
  const client = await connect(context);
  const { items } = await client.tests.list.query({
    project,
    search: reference.search,
    from: earliestFrom(context.world),
    recent: 0,
    limit: 100,
  });
  const exact = items.filter(reference.isMeant);
  const [test, ...others] = exact.length > 0 ? exact : items;
  if (test !== undefined && others.length === 0) return `/tests/${test.testId}`;
  const problem = test === undefined ? `no test '${typed}'` : `'${typed}' matches several tests`;
  throw new CommandError(problem, `svc test ${shellWord(typed)}`);
}
