import type { EventType } from './event-types.ts';

/** Example of an event, for documentation. */
export interface EventExample {
  /** When the event is sent, in one line for people. */
  summary: string;
  /** The `data` that a webhook of the format `standard` receives. */
  data: { url: string } & Record<string, unknown>;
}

const DASHBOARD = 'https://svc.example.com';
const EXECUTION_ID = '6f9b2c1e-4a7d-4f35-9c58-2d81e0b7a463';
const ANALYSIS_ID = 'c3d0a5f8-71b9-4e26-8f4c-95a60e3d17b2';
const WEBHOOK_ID = '0e8a47d2-b65c-4913-a7f0-3c9d28e15b74';

const EXECUTION = {
  executionId: EXECUTION_ID,
  number: 1842,
  project: 'acme/web',
  branch: 'main',
};
const EXECUTION_URL = `${DASHBOARD}/executions/${EXECUTION_ID}`;

const SETTLED_EXECUTION = {
  ...EXECUTION,
  name: 'e2e',
  commit: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
  framework: 'playwright',
  status: 'failed',
  totals: {
    tests: 246,
    passed: 240,
    failed: 3,
    skipped: 2,
    flaky: 1,
    timedOut: 1,
    interrupted: 0,
  },
  durationMs: 134_200,
  revision: 1,
  url: EXECUTION_URL,
};

const FLAKY_TEST = {
  testId: '5d41402abc4b2a76b9719d911017c592',
  title: 'search › suggests products while typing',
  file: 'e2e/search.spec.ts',
};
const REGRESSED_TESTS = [
  {
    testId: '7d793037a0760186574b0282f2f435e7',
    title: 'cart › keeps the discount after a reload',
    file: 'e2e/cart.spec.ts',
  },
  {
    testId: '9e107d9d372bb6826bd81d3542a419d6',
    title: 'checkout › shows the total with tax',
    file: 'e2e/checkout.spec.ts',
  },
];
const RECOVERED_TEST = {
  testId: 'e4d909c290d0fb1ca068ffaddf22cbd0',
  title: 'account › changes the password',
  file: 'e2e/account.spec.ts',
};

/** An example of every event. All of them report one execution. */
export const EVENT_EXAMPLES = {
  'execution.completed': {
    summary: 'An execution settled: complete or interrupted, and no more parts arrive for now.',
    data: SETTLED_EXECUTION,
  },
  'execution.failed': {
    summary: 'An execution settled, and its status is failed.',
    data: SETTLED_EXECUTION,
  },
  'test.flaky': {
    summary: 'Tests became known flakes with this execution.',
    data: { ...EXECUTION, tests: [FLAKY_TEST], testCount: 1, url: EXECUTION_URL },
  },
  'test.regressed': {
    summary: 'Tests failed in this execution whose previous run on the branch passed.',
    data: { ...EXECUTION, tests: REGRESSED_TESTS, testCount: 2, url: EXECUTION_URL },
  },
  'test.recovered': {
    summary: 'Tests passed in this execution whose previous run on the branch failed.',
    data: { ...EXECUTION, tests: [RECOVERED_TEST], testCount: 1, url: EXECUTION_URL },
  },
  'analysis.completed': {
    summary: 'The failures of a settled execution were classified.',
    data: {
      ...EXECUTION,
      analysisId: ANALYSIS_ID,
      classification: 'REAL_BUG',
      confidence: 0.87,
      needsHuman: false,
      summary: 'The cart lost its discount: 2 tests regressed with the last commit.',
      failures: 4,
      url: EXECUTION_URL,
    },
  },
  'webhook.test': {
    summary: 'A user sent a test of the webhook. Only this webhook receives it.',
    data: {
      webhookId: WEBHOOK_ID,
      message: 'A test of this webhook. Events of your tests arrive the same way.',
      url: `${DASHBOARD}/settings/webhooks`,
    },
  },
} as const satisfies Record<EventType, EventExample>;
