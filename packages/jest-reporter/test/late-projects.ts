import { config } from './fixture-project.ts';
import type { Scenario } from './many-runs.ts';

const REPORTERS = ['default', '@svc/jest-reporter'];
/** A test that runs while late errors of the tests before it occur. */
const WAIT = `test('waits', () => new Promise((resolve) => setTimeout(resolve, 60)));`;

const RETRIED = `let tries = {};
const tried = (title) => (tries[title] = (tries[title] ?? 0) + 1);
const throwLater = (at) => setImmediate(() => { throw new Error('late at ' + at); });
test('now, and late at the first and last try', () => {
  const at = tried('every');
  if (at !== 2) throwLater(at);
  throw new Error('now at ' + at);
});
${WAIT}
test('now and late, then passes', () => {
  if (tried('passes') > 1) return;
  throwLater(1);
  throw new Error('now at 1');
});
${WAIT}
test('rejects now and late, then passes', () => {
  if (tried('rejects') > 1) return;
  void Promise.reject(new Error('late at 1'));
  throw new Error('now at 1');
});
`;
const END = `afterAll(() => new Promise((resolve) => setTimeout(resolve, 60)));\n`;

/** Projects whose tests cause errors after their end. */
export const LATE_PROJECTS = {
  kinds: {
    files: {
      'kinds.test.js': `const { EventEmitter } = require('events');
test('rejection', () => { (async () => { throw new Error('nobody awaits'); })(); });
test('timer', () => { setTimeout(() => { throw new Error('from a timer'); }, 5); });
${WAIT}
test('text only', () => { Promise.reject('just text'); });
test('undefined only', () => { Promise.reject(undefined); });
test('null only', () => { Promise.reject(null); });
test('number only', () => { Promise.reject(42); });
test('object only', () => { Promise.reject({ message: 'not an Error', code: 3 }); });
test('two errors', () => { Promise.reject(new Error('first')); Promise.reject(new Error('second')); });
test('now and late', () => { Promise.reject(new Error('late')); throw new Error('now'); });
test.failing('known to fail, and late', () => { Promise.reject(new Error('late')); });
test('emitter', () => { setImmediate(() => new EventEmitter().emit('error', new Error('emitted'))); });
${WAIT}
test('matcher', () => { setTimeout(() => expect('a').toBe('b'), 1); });
test('with a cause', () => { Promise.reject(new Error('outer', { cause: new TypeError('inner') })); });
test('aggregate', () => { Promise.reject(new AggregateError([new Error('one'), new Error('two')], 'many')); });
test('after done', (done) => { done(); setTimeout(() => { throw new Error('too late'); }, 1); });
test('second of two', () => {});
${WAIT}
describe('same', () => { test('passes', () => {}); });
test('second of two', () => { Promise.reject(new Error('of the second')); });
describe.each([1, 2])('group %i', (group) => {
  test('in a group', () => { if (group === 2) Promise.reject(new Error('in group ' + group)); });
  ${WAIT}
});
test.concurrent('concurrent', async () => { setTimeout(() => { throw new Error('beside others'); }, 1); });
${WAIT}
test('at the end', () => { Promise.reject(new Error('of the last test')); });
${END}`,
    },
  },
  retries: {
    files: {
      'retries.test.js': `jest.retryTimes(2);
${RETRIED}
test('late at the first try', () => { throwLater(tried('first')); });
test('late at the last try', () => {
  const at = tried('last');
  if (at < 3) throw new Error('now at ' + at);
  throwLater(at);
});
${WAIT}
${END}`,
    },
  },
  'logged-retries': {
    files: {
      'retries.test.js': `jest.retryTimes(2, { logErrorsBeforeRetry: true });
${RETRIED}
describe('group', () => {
  jest.retryTimes(1, { entireDescribe: true, logErrorsBeforeRetry: true });
  test('late in a group', () => {
    if (tried('group') === 1) throwLater(1);
  });
  ${WAIT}
});
${WAIT}
${END}`,
    },
  },
  timeouts: {
    args: ['--testTimeout=90'],
    files: {
      'timeouts.test.js': `test('too long', () => { Promise.reject(new Error('late')); return new Promise(() => {}); });
test('late', () => { setTimeout(() => { throw new Error('late'); }, 1); });
${WAIT}
`,
    },
  },
  waiting: {
    files: {
      'jest.config.js': config(REPORTERS, { waitForUnhandledRejections: true }),
      'waiting.test.js': `test('rejection', () => { Promise.reject(new Error('nobody awaits')); });
test('timer', () => { setTimeout(() => { throw new Error('from a timer'); }, 1); });
${WAIT}
test('last test', () => { Promise.reject(new Error('of the last test')); });
`,
    },
  },
} satisfies Record<string, Scenario>;
