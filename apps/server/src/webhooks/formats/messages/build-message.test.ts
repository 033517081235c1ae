import { describe, expect, it } from 'vitest';
import { eventWith } from '../../../../test/webhooks/hostile-events.ts';
import { buildMessage } from './build-message.ts';
import { formatOmitted } from './message.ts';

const ALL_PASSED = {
  tests: 1204,
  passed: 1204,
  failed: 0,
  skipped: 0,
  flaky: 0,
  timedOut: 0,
  interrupted: 0,
};

describe('the message of an execution', () => {
  it('is green only if nothing was flaky', () => {
    const passed = { status: 'passed', totals: ALL_PASSED };
    expect(settled(passed)).toMatchObject({
      title: 'acme/web #1842 passed on main',
      tone: 'pass',
    });
    const flaky = { ...ALL_PASSED, flaky: 2 };
    expect(settled({ ...passed, totals: flaky })).toMatchObject({ tone: 'flaky' });
  });

  it('says that an execution was interrupted', () => {
    expect(settled({ status: 'interrupted' })).toMatchObject({
      title: 'acme/web #1842 was interrupted on main',
      tone: 'info',
    });
  });

  it('leaves out the branch, the commit and the name that it does not have', () => {
    const bare = { branch: null, commit: null, name: null, totals: ALL_PASSED };
    expect(settled(bare)).toMatchObject({
      title: 'acme/web #1842 failed',
      facts: ['1,204 passed', '2 m 14 s', 'playwright'],
    });
  });

  it('says when no test ran', () => {
    const none = { ...ALL_PASSED, tests: 0, passed: 0 };
    expect(settled({ totals: none }).facts).toContain('no tests');
  });

  it('says when later parts changed the execution', () => {
    expect(settled({ revision: 1 }).facts.join()).not.toContain('revision');
    expect(settled({ revision: 2 }).facts).toContain(
      'revision 2: later parts changed the execution',
    );
  });
});

describe('the message about tests', () => {
  const tests = Array.from({ length: 100 }, (_, index) => ({
    testId: index.toString(16).padStart(32, '0'),
    title: `test ${index}`,
    file: 'src/cart.test.ts',
  }));

  it('names the first 10 tests and counts the others', () => {
    const message = buildMessage(eventWith('test.regressed', { tests, testCount: 142 }));
    expect(message.title).toBe('142 tests regressed in acme/web #1842 on main');
    expect(message.tests.map(({ title }) => title)).toEqual(
      tests.slice(0, 10).map(({ title }) => title),
    );
    expect(formatOmitted(message.testsOmitted)).toBe('and 132 more');
  });

  it('links each test where the dashboard is, also below a path', () => {
    const testPath = 'tests/00000000000000000000000000000001';
    expect(testUrlAt('http://localhost:4400/executions/1')).toBe(
      `http://localhost:4400/${testPath}`,
    );
    expect(testUrlAt('https://ci.example.com/svc/executions/1')).toBe(
      `https://ci.example.com/svc/${testPath}`,
    );
  });

  it('keeps both ends of a long title', () => {
    const title = `cart › ${'x'.repeat(300)} › rounds half up`;
    const named = buildMessage(
      eventWith('test.flaky', { tests: [{ testId: '0'.repeat(32), title, file: '' }] }),
    ).tests[0];
    expect(named?.title).toMatch(/^cart › x+…x+ › rounds half up$/);
    expect(named?.title).toHaveLength(140);
  });

  it('names a test whose title has nothing to see', () => {
    const hidden = [{ testId: '0'.repeat(32), title: '\u200b\u202e', file: 'a.test.ts' }];
    expect(buildMessage(eventWith('test.flaky', { tests: hidden })).tests[0]?.title).toBe(
      'without a title',
    );
  });
});

describe('the message of an analysis', () => {
  it.each([
    ['REAL_BUG', 'real bug', 'the product broke', 'fail'],
    ['HEALABLE', 'healable', 'the test no longer fits the product', 'info'],
    ['INFRA', 'infrastructure', 'the runner, the network or a service failed', 'info'],
    ['KNOWN_FLAKE', 'known flake', 'this failure went away by itself before', 'flaky'],
  ])('has %s in plain words', (classification, words, meaning, tone) => {
    const message = buildMessage(eventWith('analysis.completed', { classification }));
    expect(message).toMatchObject({ title: `acme/web #1842 on main: ${words}`, tone });
    expect(message.facts[0]).toBe(meaning);
  });

  it('names the candidates of an unsure one, and no class', () => {
    const candidates = [
      { classification: 'REAL_BUG', confidence: 0.49 },
      { classification: 'HEALABLE', confidence: 0.47 },
    ];
    const fields = { classification: null, confidence: 0.49, needsHuman: true };
    const event = eventWith('analysis.completed', fields);
    Object.assign(event.data, { candidates });
    expect(buildMessage(event)).toMatchObject({
      title: 'acme/web #1842 on main: unsure',
      tone: 'info',
      facts: ['real bug 49 %', 'healable 47 %', 'a person should look', '4 failures'],
    });
  });

  it('shortens commits in the summary', () => {
    const summary = `It fails since ${'4f2c91e0'.repeat(5)}.`;
    expect(buildMessage(eventWith('analysis.completed', { summary })).prose).toEqual([
      'It fails since 4f2c91e.',
    ]);
  });

  it('keeps the lines of the summary, and cuts a long one', () => {
    const summary = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\r\n\n');
    const { prose } = buildMessage(eventWith('analysis.completed', { summary }));
    expect(prose).toHaveLength(20);
    expect(prose.slice(0, 2)).toEqual(['line 0', 'line 1']);
    expect(prose.at(-1)).toBe('…');
  });
});

it('says that svc reaches the channel', () => {
  expect(buildMessage(eventWith('webhook.test', { message: 'Hello from svc' }))).toMatchObject({
    title: 'svc can reach this channel',
    prose: ['Hello from svc'],
  });
});

function settled(fields: Record<string, unknown>) {
  return buildMessage(eventWith('execution.completed', fields));
}

/** The address of a test's page when the event has this address. */
function testUrlAt(url: string) {
  const tests = [{ testId: '00000000000000000000000000000001', title: 'adds', file: 'a.test.ts' }];
  return buildMessage(eventWith('test.flaky', { tests, url })).tests[0]?.url;
}
