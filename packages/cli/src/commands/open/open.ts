import { createLookUps } from '../../asking/known-projects.ts';
import { connect, type Invocation, type CommonFlags } from '../../invocation/invocation.ts';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import { addExamples, addProjectOptions } from '../../flags/filter-options.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import {
  computeEarliestFrom,
  parseExecutionReference,
  resolveExecution,
} from '../../asking/execution-reference.ts';
import { parseTestReference } from '../../asking/test-reference.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

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
      run(command, (invocation, flags: OpenFlags & CommonFlags) => open(invocation, page, flags)),
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
  invocation: Invocation,
  page: string | undefined,
  flags: OpenFlags & CommonFlags,
): Promise<Answer> {
  const url = toTerminalLine(
    invocation.settings.url + (await resolvePagePath(invocation, page, flags)),
  );
  const { world } = invocation;
  const { env, platform, stdout } = world;
  const facts = { env, platform, isTerminal: stdout.isTTY === true };
  if (flags.browser && flags.json !== true && hasBrowser(facts)) openBrowser(url, facts);
  return { data: { url }, text: ({ link }) => [link(url, url)] };
}

async function resolvePagePath(
  invocation: Invocation,
  page: string | undefined,
  flags: OpenFlags,
): Promise<string> {
  if (flags.test !== undefined) {
    if (page === undefined) return resolveTestPath(invocation, flags.test, flags);
    throw buildCannotCombineError(`'${page}' and --test`);
  }
  if (page !== undefined && !PAGES.includes(page))
    return resolveExecutionPath(invocation, page, flags);
  const { project } = await resolveProjectScope(flags, invocation);
  const path = page === undefined || page === 'overview' ? '' : page;
  return `/${path}${project === undefined ? '' : `?project=${encodeURIComponent(project)}`}`;
}

async function resolveExecutionPath(
  invocation: Invocation,
  typed: string,
  flags: OpenFlags,
): Promise<string> {
  const reference = parseExecutionReference(typed);
  if (reference.kind === 'id') return `/executions/${reference.id}`;
  const scope = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const { id } = await resolveExecution(reference, {
    ...scope,
    command: `svc open ${quoteShellWord(typed)}`,
    ...createLookUps(client, invocation),
  });
  return `/executions/${id}`;
}

async function resolveTestPath(
  invocation: Invocation,
  typed: string,
  flags: OpenFlags,
): Promise<string> {
  const reference = parseTestReference(typed);
  if (reference.kind === 'id') return `/tests/${reference.testId}`;
  const { project } = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const { items } = await client.tests.list.query({
    project,
    search: reference.search,
    from: computeEarliestFrom(invocation.world),
    recent: 0,
    limit: 100,
  });
  const exact = items.filter(reference.isMeant);
  const [test, ...others] = exact.length > 0 ? exact : items;
  if (test !== undefined && others.length === 0) return `/tests/${test.testId}`;
  const problem = test === undefined ? `no test '${typed}'` : `'${typed}' matches several tests`;
  throw new CommandError(problem, `svc test ${quoteShellWord(typed)}`);
}
