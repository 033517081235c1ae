import { isNotFound } from '../../errors/error-code.ts';
import type { SvcClient } from '@svc/client';
import type { TestDetail, TestSummary } from '@svc/contract/history/tests';
import { searchTests, type TestWords } from '../../asking/found-tests.ts';
import { findProjectError } from '../../asking/known-projects.ts';
import { readListing, type Listing, type ListingFlags } from '../../asking/listing.ts';
import {
  pickDefaultSource,
  buildQuestion,
  type Filters,
  type Question,
} from '../../asking/question.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../../flags/filter-options.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { parseTestReference } from '../../asking/test-reference.ts';
import { formatChoicesHeading, formatTestChoices } from './test-choices-text.ts';
import { renderTestChoicesMarkdown, renderTestMarkdown } from './test-markdown.ts';
import { formatTest } from './test-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc test <id|title>`. */
export const declareTest: DeclareCommand = (command, run) => {
  command
    .description('One test, found by its id or by a part of its title or file.')
    .argument('<test>', 'an id, its first digits (at least 4), or part of the title')
    .action((wanted: string) =>
      run(command, (invocation, flags: TestFlags) => test(invocation, wanted, flags)),
    );
  addMarkdownOption(addLimitOption(addFilterOptions(command)));
  addExamples(
    command,
    "svc test 'keeps the discount'",
    'svc test 3f9c1ab2',
    "svc test 'checkout › keeps the discount' --branch main --from 90d",
  );
};

interface TestFlags extends FilterFlags, ListingFlags {}

/** The question, and the client to ask. */
interface Asked {
  client: SvcClient;
  wanted: string;
  flags: TestFlags;
  question: Question;
}

/** One test, or the matching ones if there are several. */
async function test(invocation: Invocation, wanted: string, flags: TestFlags): Promise<Answer> {
  const reference = parseTestReference(wanted);
  if (wanted.trim() === '') throw new CommandError('no test given', ANY_PART);
  const question = await buildQuestion(flags, invocation);
  const client = await connect(invocation);
  const asked = { client, wanted, flags, question };
  if (reference.kind === 'id') return showTest(reference.testId, asked);
  const found = await searchTests(reference, {
    client,
    filters: question.filters,
    project: flags.project,
    json: flags.json,
    recent: SHOWN_OUTCOMES,
    clock: invocation.world.clock,
  });
  const [first, ...others] = found.items;
  if (first === undefined) throw await buildNoTestError(reference, asked);
  return others.length === 0
    ? showTest(first.testId, asked)
    : buildSeveralTestsAnswer(found, asked);
}

const ANY_PART = "svc test 'a part of its title'";
const SHOWN_OUTCOMES = 10;
async function showTest(testId: string, asked: Asked): Promise<Answer> {
  const { wanted, flags, question } = asked;
  let detail: TestDetail | undefined;
  const history = await readListing(flags, async (page) => {
    const answer = await testDetail(testId, page, asked);
    detail ??= answer;
    return answer.history;
  });
  if (detail === undefined) throw new Error('a listing asked for no page');
  const test = { ...detail, history: history.data };
  const shown = makeTerminalSafe({
    test,
    ...pickDefaultSource(flags, test),
    window: question.subject.window,
    runs: { items: history.items, total: history.total },
    moreCommand: `svc test ${quoteShellWord(wanted)} ${formatFlags(flags, { limit: history.nextLimit })}`,
  });
  return {
    data: test,
    text: (look) => formatTest(shown, look),
    markdown: (now) => renderTestMarkdown(shown, now),
  };
}

type AskedPage = Parameters<Parameters<typeof readListing>[1]>[0];

async function testDetail(testId: string, page: AskedPage, { client, flags, question }: Asked) {
  const filters = toIdFilters(question.filters, flags);
  try {
    return await client.tests.get.query({ testId, ...filters, ...page });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const problem = `no test '${testId}' in this key's organization`;
    throw new CommandError(problem, ANY_PART);
  }
}

/** An id determines the project, regardless of this repository. */
function toIdFilters(filters: Filters, { project }: TestFlags): Filters {
  return { ...filters, project };
}

function buildSeveralTestsAnswer(
  found: Listing<TestSummary>,
  { wanted, flags, question }: Asked,
): Answer {
  const items = found.items.slice(0, flags.limit);
  const choices = makeTerminalSafe({
    items,
    total: found.total,
    wanted,
    moreCommand: `svc test ${quoteShellWord(wanted)} ${formatFlags(flags, { limit: found.nextLimit })}`,
  });
  const where = question.subject.project === undefined ? '' : ` in ${question.subject.project}`;
  return {
    data: { items, nextCursor: found.data.nextCursor },
    text: (look) => formatTestChoices(choices, look),
    markdown: () => renderTestChoicesMarkdown(choices),
    exitStatus: 2,
    reasons: [`${formatChoicesHeading(choices)}${where}: give the id of one of them`],
  };
}

async function buildNoTestError(
  { idPrefix }: TestWords,
  { client, wanted, flags, question }: Asked,
): Promise<CommandError> {
  const { project, window } = question.subject;
  const unknown = project === undefined ? undefined : await findProjectError(client, project);
  if (unknown !== undefined) return unknown;
  const place = project === undefined ? 'any project' : `project ${project}`;
  const wider = formatFlags(flags, { from: '365d', limit: undefined });
  const everywhere = formatFlags(flags, {
    project: undefined,
    allProjects: true,
    limit: undefined,
  });
  const noId = idPrefix === undefined ? '' : `, and no test id begins with '${idPrefix}'`;
  const command = `svc test ${quoteShellWord(wanted)}`;
  return new CommandError(
    `no test '${wanted}' in ${place} (${window})${noId}`,
    `${command} ${wider}${project === undefined ? '' : `, or ${command} ${everywhere}`}`,
  );
}
