import type { EventData } from '@svc/contract/webhooks/events';
import { cutMiddle } from '../texts/cut-text.ts';
import { executionName, onBranch } from './execution-name.ts';
import { counted, type ListedTest, type Message, type Tone } from './message.ts';
import { plainLine } from '../texts/plain-text.ts';

type ChangedTests = EventData<'test.flaky'> & { url: string };
type TestEventType = 'test.flaky' | 'test.regressed' | 'test.recovered';

/** `2 tests regressed in acme/web #1842 on main`, with the first 10 tests. */
export function testsMessage(type: TestEventType, data: ChangedTests): Message {
  const { words, tone, meaning } = CHANGES[type];
  const tests = data.tests.slice(0, TESTS_MOST).map((test) => listedTest(test, data.url));
  return {
    title: `${counted(data.testCount, 'test')} ${words} in ${executionName(data)}${onBranch(data)}`,
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

function listedTest(test: ChangedTests['tests'][number], executionUrl: string): ListedTest {
  return {
    title: cutMiddle(plainLine(test.title) || 'without a title', TEXT_LENGTH),
    file: cutMiddle(plainLine(test.file), TEXT_LENGTH),
    url: testUrl(test.testId, executionUrl),
  };
}

/** The page of a test. The dashboard may be below a path, so the address derives from the execution's. */
function testUrl(testId: string, executionUrl: string): string {
  const base = /^(.*)\/executions\/[^/]*$/.exec(executionUrl)?.[1];
  return base === undefined ? executionUrl : `${base}/tests/${encodeURIComponent(testId)}`;
}

const TESTS_MOST = 10;

// Ten titles and ten files fit into one text of Slack, which has 3,000 characters.
const TEXT_LENGTH = 140;
