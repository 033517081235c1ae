import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { TestEventType } from '@svc/contract/zod-free/event-types';
import type { EventData } from '@svc/contract/webhooks/events';
import { formatExecutionName, formatOnBranch } from './execution-name.ts';
import type { ListedTest, Message, Tone } from './message.ts';
import { toPlainLine } from '../texts/plain-text.ts';

type ChangedTests = EventData<'test.flaky'> & { url: string };

/** `2 tests regressed in acme/web #1842 on main`, with the first 10 tests. */
export function buildTestsMessage(type: TestEventType, data: ChangedTests): Message {
  const { words, tone, meaning } = CHANGES[type];
  const tests = data.tests.slice(0, TESTS_MOST).map((test) => toListedTest(test, data.url));
  return {
    title: `${formatCount(data.testCount, 'test')} ${words} in ${formatExecutionName(data)}${formatOnBranch(data)}`,
    tone,
    facts: [meaning],
    prose: [],
    tests,
    testsOmitted: Math.max(0, data.testCount - tests.length),
    link: { label: 'Open the execution', url: data.url },
  };
}

const CHANGES: Record<TestEventType, { words: string; tone: Tone; meaning: string }> = {
  'test.flaky': {
    words: 'became flaky',
    tone: 'flaky',
    meaning: 'known flakes from this execution on',
  },
  'test.regressed': {
    words: 'regressed',
    tone: 'fail',
    meaning: 'failed here, passed in the run before on this branch',
  },
  'test.recovered': {
    words: 'recovered',
    tone: 'pass',
    meaning: 'passed here, failed in the run before on this branch',
  },
};

function toListedTest(test: ChangedTests['tests'][number], executionUrl: string): ListedTest {
  return {
    title: shortenText(toPlainLine(test.title) || 'without a title', TEXT_LENGTH, { keep: 'ends' }),
    file: shortenText(toPlainLine(test.file), TEXT_LENGTH, { keep: 'ends' }),
    url: buildTestUrl(test.testId, executionUrl),
  };
}

/** The page of a test. The dashboard may be below a path, so the address derives from the execution's. */
function buildTestUrl(testId: string, executionUrl: string): string {
  const base = /^(.*)\/executions\/[^/]*$/.exec(executionUrl)?.[1];
  return base === undefined ? executionUrl : `${base}/tests/${encodeURIComponent(testId)}`;
}

const TESTS_MOST = 10;

// Ten titles and ten files fit into one text of Slack, which has 3,000 characters.
const TEXT_LENGTH = 140;
