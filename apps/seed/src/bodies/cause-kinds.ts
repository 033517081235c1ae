import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Framework } from '../plan/framework.ts';
import type { Random } from '../random.ts';

interface Kind {
  status: Extract<ResultStatus, 'failed' | 'timedOut'>;
  errorName: string;
  messageOf(subject: string, random: Random): string;
  /** Diff of an attempt with this message. */
  diffOf?: (message: string) => string;
  /** The duration of an attempt that fails this way. Absent: the usual duration of the test. */
  durationMs?: number;
}

/** How tests of the generated projects fail. */
export const CAUSE_KINDS = {
  assertion: {
    status: 'failed',
    errorName: 'AssertionError',
    messageOf: (_, random) =>
      `expected ${random.integer(900)} to be ${900 + random.integer(99)} // Object.is equality`,
    diffOf: (message) => {
      const [actual, expected] = message.match(/\d+/g) ?? [];
      return `- Expected\n+ Received\n\n- ${expected}\n+ ${actual}`;
    },
  },
  undefinedValue: {
    status: 'failed',
    errorName: 'TypeError',
    messageOf: (subject) => `Cannot read properties of undefined (reading '${subject}')`,
  },
  notFound: {
    status: 'failed',
    errorName: 'NotFoundError',
    messageOf: (subject, random) =>
      `${subject} ${drawUuid(random)} is not there after ${random.integer(3_000)} ms`,
  },
  deadlock: {
    status: 'failed',
    errorName: 'DatabaseError',
    messageOf: (_, random) =>
      `deadlock detected: process ${random.integer(60_000)} waits for ShareLock on transaction ${random.integer(9_999_999)}`,
  },
  connectionReset: {
    status: 'failed',
    errorName: 'Error',
    messageOf: (_, random) => `read ECONNRESET 127.0.0.1:${30_000 + random.integer(30_000)}`,
  },
  timeout: {
    status: 'timedOut',
    errorName: 'Error',
    messageOf: () =>
      'Test timed out in 5000ms.\nIf this is a long-running test, pass a timeout value as the last argument.',
    durationMs: 5_000,
  },
  notVisible: {
    status: 'failed',
    errorName: 'Error',
    messageOf: (subject) =>
      `expect(locator).toBeVisible() failed\n\nLocator: getByRole('region', { name: '${subject}' })\nExpected: visible\nReceived: hidden\nTimeout: 5000ms`,
    durationMs: 5_200,
  },
  notClickable: {
    status: 'timedOut',
    errorName: 'TimeoutError',
    messageOf: (subject, random) =>
      `locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: '${subject}' })\n  - ${2 + random.integer(50)} × waiting for element to be stable`,
    durationMs: 30_000,
  },
  databaseDown: {
    status: 'failed',
    errorName: 'Error',
    messageOf: (_, random) =>
      `connect ECONNREFUSED 10.0.${random.integer(256)}.${random.integer(256)}:5432`,
  },
  missingModule: {
    status: 'failed',
    errorName: 'Error',
    messageOf: (subject) => `Cannot find module './fixtures/${subject}' imported by a test file`,
  },
} satisfies Record<string, Kind> as Record<CauseKind, Kind>;

export type CauseKind =
  | 'assertion'
  | 'undefinedValue'
  | 'notFound'
  | 'deadlock'
  | 'connectionReset'
  | 'timeout'
  | 'notVisible'
  | 'notClickable'
  | 'databaseDown'
  | 'missingModule';

/** How flaky tests fail, by framework. */
export const FLAKY_KINDS: Record<Framework, readonly CauseKind[]> = {
  vitest: ['assertion', 'timeout', 'deadlock', 'notFound', 'connectionReset'],
  jest: ['assertion', 'timeout', 'notFound'],
  playwright: ['notVisible', 'notClickable', 'notFound', 'connectionReset'],
};

/** How tests fail after a regression. */
export const REGRESSION_KINDS: readonly [CauseKind, ...CauseKind[]] = [
  'undefinedValue',
  'assertion',
];

function drawUuid(random: Random): string {
  return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`;
}
