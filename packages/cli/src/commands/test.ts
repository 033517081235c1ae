import type { SvcClient } from '@svc/client';
import type { TestDetail, TestSummary } from '@svc/contract/tests';
import type { Answer } from '../answer.ts';
import { connect, type CommandContext } from '../command-context.ts';
import { isNotFound } from '../execution-reference.ts';
import { CommandError } from '../exit.ts';
import { typedFlags, type FilterFlags } from '../filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { listing, type Listing, type ListingFlags } from '../listing.ts';
import { questionOf, type Filters, type Question } from '../question.ts';
import { shellWord } from '../shell-word.ts';
import { parseTestReference } from '../test-reference.ts';
import { choicesHeading, testChoicesText } from '../views/test-choices-text.ts';
import { testChoicesMarkdown, testMarkdown } from '../views/test-markdown.ts';
import { testText } from '../views/test-text.ts';

export interface TestFlags extends FilterFlags, ListingFlags {}

/** What was asked for, beside the client that answers. */
interface Asked {
  client: SvcClient;
  wanted: string;
  flags: TestFlags;
  question: Question;
}

/** `svc test <id|title>`: one test, or those that match where it is several. */
export async function test(
  context: CommandContext,
  wanted: string,
  flags: TestFlags,
): Promise<Answer> {
  const reference = parseTestReference(wanted);
  const question = await questionOf(flags, context);
  const client = await connect(context);
  const asked = { client, wanted, flags, question };
  if (reference.kind === 'id') return oneTest(reference.testId, asked);
  const found = await matchingTests(reference.search, asked);
  const meant = found.items.filter(reference.isMeant);
  const [first, ...others] = meant.length > 0 ? meant : found.items;
  if (first === undefined) throw noTest(asked);
  if (others.length === 0) return oneTest(first.testId, asked);
  return severalTests(meant.length > 0 ? { ...found, ...allOf(meant) } : found, asked);
}

const SHOWN_OUTCOMES = 10;
// More are no choice: the words must say more.
const CHOOSABLE = 100;

/** Tests of one title, in several files: there are no others to ask for. */
function allOf(items: TestSummary[]) {
  const total = { count: items.length, isAtLeast: false };
  return { items, total, data: { items, nextCursor: null } };
}

/** All that were found, up to a page: the one that was meant may stand behind the limit. */
function matchingTests(search: string, { client, flags, question }: Asked) {
  return listing({ limit: CHOOSABLE, json: flags.json }, (page) =>
    client.tests.list.query({ ...question.filters, search, recent: SHOWN_OUTCOMES, ...page }),
  );
}

async function oneTest(testId: string, asked: Asked): Promise<Answer> {
  const { wanted, flags, question } = asked;
  let detail: TestDetail | undefined;
  const history = await listing(flags, async (page) => {
    const answer = await testDetail(testId, page, asked);
    detail ??= answer;
    return answer.history;
  });
  if (detail === undefined) throw new Error('a listing asked for no page');
  const test = { ...detail, history: history.data };
  const shown = terminalSafe({
    test,
    window: question.subject.window,
    runs: { items: history.items, total: history.total },
    moreCommand: `svc test ${shellWord(wanted)} ${typedFlags(flags, { limit: history.nextLimit })}`,
  });
  return {
    data: test,
    text: (look) => testText(shown, look),
    markdown: (now) => testMarkdown(shown, now),
  };
}

type AskedPage = Parameters<Parameters<typeof listing>[1]>[0];

async function testDetail(testId: string, page: AskedPage, { client, flags, question }: Asked) {
  const filters = filtersOfId(question.filters, flags);
  try {
    return await client.tests.get.query({ testId, ...filters, ...page });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const problem = `no test '${testId}' in this key's organization`;
    throw new CommandError(problem, "svc test 'a part of its title'");
  }
}

/** An id says which project is meant, whatever repository this is. */
function filtersOfId(filters: Filters, { project }: TestFlags): Filters {
  return { ...filters, project };
}

function severalTests(found: Listing<TestSummary>, { wanted, flags, question }: Asked): Answer {
  const items = found.items.slice(0, flags.limit);
  const choices = terminalSafe({
    items,
    total: found.total,
    wanted,
    moreCommand: `svc test ${shellWord(wanted)} ${typedFlags(flags, { limit: found.nextLimit })}`,
  });
  const where = question.subject.project === undefined ? '' : ` in ${question.subject.project}`;
  return {
    data: { items, nextCursor: found.data.nextCursor },
    text: (look) => testChoicesText(choices, look),
    markdown: () => testChoicesMarkdown(choices),
    exitStatus: 2,
    reasons: [`${choicesHeading(choices)}${where}: give the id of one of them`],
  };
}

function noTest({ wanted, flags, question }: Asked): CommandError {
  const { project, window } = question.subject;
  if (/^[0-9a-f]{8,31}$/i.test(wanted)) {
    const problem = `no test has '${wanted}' in its title or file`;
    return new CommandError(problem, 'the whole id, which has 32 digits');
  }
  const place = project === undefined ? 'any project' : `project ${project}`;
  const wider = typedFlags(flags, { from: '365d', limit: undefined });
  return new CommandError(
    `no test '${wanted}' in ${place} (${window})`,
    `svc test ${shellWord(wanted)} ${wider}${project === undefined ? '' : ', or --all-projects'}`,
  );
}
