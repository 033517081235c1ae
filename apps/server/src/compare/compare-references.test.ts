import type { ErrorBody } from '@svc/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { timeBefore } from '../../test/clock.ts';
import { type ComparingApp, makeComparingApp } from '../../test/scenes/comparing.ts';
import { ask, dataOf, makeResult, makeUpload, settle, upload } from '../../test/make.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

function at(commit: string) {
  return { git: { branch: 'main', commit: commit.repeat(40) } };
}

function attemptOf(runId: string, runAttempt: number) {
  return { ci: { provider: 'github', runId, runAttempt } };
}

describe('references', () => {
  it('mean the newest finished execution of the project or branch', async () => {
    const git = { branch: 'fix/50%_off' };
    await server.run({ hoursAgo: 6, execution: { git } });
    const old = await server.run({ hoursAgo: 5 });
    const fix = await server.run({ hoursAgo: 4, execution: { git } });
    const main = await server.run({ hoursAgo: 3 });
    await server.run({ hoursAgo: 1, execution: { git, shard: { index: 1, total: 2 } } });
    const latest = await server.run({ hoursAgo: 2, execution: { git: {} } });
    const sides = async (base: string, head: string, named: Record<string, string> = {}) => {
      const comparison = await server.compare({ base, head, ...named });
      return [comparison.base.id, comparison.head.id];
    };
    expect(await sides('branch:main', 'latest', { project: server.project })).toEqual([
      main,
      latest,
    ]);
    expect(await sides('LATEST', 'Branch:fix/50%_off', { project: server.project })).toEqual([
      latest,
      fix,
    ]);
    expect(await sides(old, 'branch:main')).toEqual([old, main]);
    expect(await sides('latest', old.toUpperCase())).toEqual([latest, old]);
    // An id determines the project, and takes precedence over the parameter.
    expect(await sides(old, 'latest', { project: 'project 1' })).toEqual([old, latest]);
  });

  it('prefer executions of the framework and name of the other side', async () => {
    const unit = { name: 'unit', framework: 'vitest' };
    const main = await server.run({ hoursAgo: 5, execution: unit });
    const other = await server.run({ hoursAgo: 4, execution: { ...unit, name: 'integration' } });
    const browser = await server.run({ hoursAgo: 3, execution: { framework: 'playwright' } });
    const git = { branch: 'fix' };
    const baseOf = async (execution: Record<string, string>): Promise<string> => {
      const head = await server.run({ hoursAgo: 2, execution: { git, ...execution } });
      return (await server.compare({ base: 'branch:main', head })).base.id;
    };
    expect(await baseOf(unit)).toBe(main);
    expect(await baseOf({ ...unit, name: 'smoke' })).toBe(other);
    expect(await baseOf({ framework: 'jest' })).toBe(browser);
  });

  it('mean the commit that the head is based on, if an execution of it speaks', async () => {
    const behind = await server.run({ hoursAgo: 9, execution: at('a') });
    await server.run({ hoursAgo: 8, execution: { ...at('a'), partial: ['filter'] } });
    const other = await server.run({ hoursAgo: 7, execution: { ...at('a'), framework: 'jest' } });
    const newest = await server.run({ hoursAgo: 6, execution: at('b') });
    const baseOf = async (facts: object, framework = 'vitest') => {
      const git = { branch: 'mr', baseBranch: 'main', ...facts };
      const head = await server.run({ hoursAgo: 2, execution: { framework, git } });
      const { base, baseChoice } = await server.compare({ base: 'branch:main', head });
      return [base.id, baseChoice];
    };
    const baseCommit = 'a'.repeat(40);
    expect(await baseOf({ baseCommit })).toEqual([behind, 'base-commit']);
    expect(await baseOf({ baseCommit }, 'jest')).toEqual([other, 'base-commit']);
    expect(await baseOf({ baseCommit: baseCommit.toUpperCase() })).toEqual([behind, 'base-commit']);
    expect(await baseOf({ baseCommit: 'A'.repeat(12) })).toEqual([behind, 'base-commit']);
    for (const unknown of ['c'.repeat(40), 'c'.repeat(12)]) {
      expect(await baseOf({ baseCommit: unknown })).toEqual([newest, 'base-commit-missing']);
    }
    // Too short, and no commit at all.
    for (const none of ['a', 'a%', '']) {
      expect(await baseOf({ baseCommit: none })).toEqual([newest, 'newest']);
    }
    expect(await baseOf({ baseCommit, baseBranch: 'release' })).toEqual([newest, 'newest']);
    expect(await baseOf({})).toEqual([newest, 'newest']);
    const head = await server.run({
      hoursAgo: 2,
      execution: { git: { branch: 'mr', baseCommit } },
    });
    expect((await server.compare({ base: behind, head })).baseChoice).toBe('named');
  });

  it('of a branch beside a head mean what began before the head, as for the gate', async () => {
    const before = await server.run({ hoursAgo: 9 });
    const git = { branch: 'fix', baseBranch: 'main' };
    const attempt = { status: 'failed' as const, durationMs: 4, errors: [{ message: 'broken' }] };
    const results = [makeResult({ status: 'failed', attempts: [attempt] })];
    const head = await server.run({ hoursAgo: 5, execution: { git, status: 'failed' }, results });
    const first = await server.run({ hoursAgo: 4 });
    const newest = await server.run({ hoursAgo: 2 });
    const baseOf = async (of: string, more: Record<string, string> = {}) => {
      const { base, baseChoice } = await server.compare({ base: 'branch:main', head: of, ...more });
      return [base.id, baseChoice];
    };
    expect(await baseOf(head)).toEqual([before, 'newest']);
    await settle(server);
    const gate = dataOf(await ask(server, { url: `/api/executions/${head}/gate` }));
    expect(gate).toMatchObject({ base: { executionId: before } });
    // The head found by its branch, of the base branch itself, and of a part of the tests.
    expect(await baseOf('branch:fix', { project: server.project })).toEqual([before, 'newest']);
    expect(await baseOf(newest)).toEqual([first, 'newest']);
    const part = { git, partial: ['filter' as const] };
    const partial = await server.run({ hoursAgo: 3, execution: part });
    expect(await baseOf(partial)).toEqual([first, 'newest']);
    // A fork's main counts for no branch.
    const fork = { branch: 'main', baseBranch: 'main' };
    const ofFork = await server.run({ hoursAgo: 6, execution: { git: fork } });
    expect(await baseOf(ofFork)).toEqual([before, 'newest']);
    expect(await baseOf(before)).toEqual([first, 'after-head']);
    // A named one may be newer.
    const named = await server.compare({ base: newest, head });
    expect(named.baseChoice).toBe('named');
  });

  it('of a branch without anything before the head mean the first after it, and say so', async () => {
    const git = { branch: 'fix', baseBranch: 'main', baseCommit: 'b'.repeat(40) };
    const head = await server.run({ hoursAgo: 9, execution: { git } });
    const compared = async () => {
      const { base, baseChoice } = await server.compare({ base: 'branch:main', head });
      return [base.id, baseChoice];
    };
    const first = await server.run({ hoursAgo: 5, execution: at('a') });
    await server.run({ hoursAgo: 4, execution: at('c') });
    expect(await compared()).toEqual([first, 'after-head']);
    const ofCommit = await server.run({ hoursAgo: 3, execution: at('b') });
    expect(await compared()).toEqual([ofCommit, 'base-commit']);
    // An earlier execution of another suite is worse than a later one of the same suite.
    await server.run({ hoursAgo: 11, execution: { ...at('d'), framework: 'jest' } });
    expect(await compared()).toEqual([ofCommit, 'base-commit']);
    // Older than the gate looks.
    const before = await server.run({ hoursAgo: 24 * 120, execution: at('d') });
    expect(await compared()).toEqual([before, 'base-commit-missing']);
  });

  it('on the branch itself never mean an earlier attempt of the same CI run', async () => {
    const before = await server.run({ hoursAgo: 9, execution: attemptOf('76', 1) });
    await server.run({ hoursAgo: 8, execution: attemptOf('77', 1) });
    const again = await server.run({ hoursAgo: 7, execution: attemptOf('77', 2) });
    expect((await server.compare({ base: 'branch:main', head: again })).base.id).toBe(before);
  });

  it("are looked up in the organization's only project, and require a name if there are two", async () => {
    const { apiKey } = await server.makeOrganization('One project');
    const one = { app: server.app, apiKey };
    const send = (name: string, hours: number) =>
      upload(
        one,
        makeUpload({
          execution: { project: name, startedAt: timeBefore(hours), git: { branch: `b${hours}` } },
        }),
      );
    expect(await refusal({ base: 'branch:b2', head: 'latest' }, one)).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: "head: There is no finished execution 'latest'.",
    });
    const base = await send('web', 2);
    const head = await send('web', 1);
    const comparison = await server.compare({ base: 'branch:b2', head: 'latest' }, one);
    expect([comparison.base.id, comparison.head.id]).toEqual([base.executionId, head.executionId]);
    await send('api', 1);
    const message =
      "Name the project in which 'branch:b2' and 'latest' are looked up: there are several";
    expect(await refusal({ base: 'branch:b2', head: 'latest' }, one)).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message: `project: ${message}.`,
      details: [{ path: 'project', message }],
    });
  });
});

async function refusal(
  query: Record<string, string>,
  from: Pick<TestApp, 'app' | 'apiKey'> = server,
): Promise<{ status: number } & ErrorBody['error']> {
  const { status, text } = await server.askFor(query, from);
  return { status, ...(JSON.parse(text) as ErrorBody).error };
}

const SPEAKS =
  'An execution counts for its branch when it is finished, not partial, of a clean tree, and from CI.';
const NO_ID = '01990000-0000-7000-8000-000000000000';

describe('bad input', () => {
  it.each<[Record<string, string>, string, string]>([
    [{ head: NO_ID }, 'base', 'Invalid input: expected string, received undefined'],
    [{ base: NO_ID }, 'head', 'Invalid input: expected string, received undefined'],
    [
      { base: 'main', head: NO_ID },
      'base',
      "Expected an execution's id, `latest`, or `branch:NAME`",
    ],
    [
      { base: NO_ID, head: '#812' },
      'head',
      "Expected an execution's id, `latest`, or `branch:NAME`",
    ],
    [
      { base: NO_ID, head: 'branch:' },
      'head',
      "Expected an execution's id, `latest`, or `branch:NAME`",
    ],
    [
      { base: '01990000-0000-7000-8000-00000000000-', head: NO_ID },
      'base',
      "Expected an execution's id, `latest`, or `branch:NAME`",
    ],
    [
      { base: NO_ID, head: NO_ID, durationThreshold: '-0.1' },
      'durationThreshold',
      'Too small: expected number to be >=0',
    ],
    [
      { base: NO_ID, head: NO_ID, durationThreshold: '20%' },
      'durationThreshold',
      'Invalid input: expected number, received NaN',
    ],
    [
      { base: NO_ID, head: NO_ID, minDurationMs: '0.5' },
      'minDurationMs',
      'Invalid input: expected int, received number',
    ],
    [
      { base: NO_ID, head: NO_ID, minDurationMs: '86400001' },
      'minDurationMs',
      'Too big: expected number to be <=86400000',
    ],
    [{ base: NO_ID, head: NO_ID, project: '' }, 'project', 'Is empty'],
  ])('%j names the parameter', async (query, path, message) => {
    const refused = await refusal(query);
    expect({ status: refused.status, code: refused.code, detail: refused.details?.[0] }).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      detail: { path, message },
    });
  });

  it('in an unknown parameter names it', async () => {
    const refused = await refusal({ base: NO_ID, head: NO_ID, threshold: '0.2' });
    expect([refused.status, refused.details?.[0]?.path]).toEqual([400, 'threshold']);
  });

  it('is not found if nothing matches, and the error repeats the reference', async () => {
    const id = await server.run();
    const messages = await Promise.all(
      [
        { base: NO_ID, head: id, project: 'any' },
        { base: id, head: NO_ID, project: 'any' },
        { base: id, head: 'branch:mian', project: 'any' },
        { base: 'latest', head: 'branch:main', project: 'wbe' },
      ].map(async (query) => {
        const { status, message } = await refusal(query);
        return [status, message];
      }),
    );
    expect(messages).toEqual([
      [404, `base: There is no execution '${NO_ID}'.`],
      [404, `head: There is no execution '${NO_ID}'.`],
      [
        404,
        `head: There is no execution that counts for 'branch:mian' in project '${server.project}'. ${SPEAKS}`,
      ],
      [
        404,
        `head: There is no execution that counts for 'branch:main' in project 'wbe'. ${SPEAKS}`,
      ],
    ]);
  });

  it('compares no execution with itself, also under two references', async () => {
    const id = await server.run();
    const message = `Must be another execution than \`base\`: both are ${server.project} #1, ${id}`;
    for (const query of [
      { base: id, head: id, project: 'any' },
      { base: id.toUpperCase(), head: 'latest', project: 'any' },
      { base: 'branch:main', head: 'latest', project: server.project },
    ]) {
      expect(await refusal(query)).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
        message: `head: ${message}.`,
        details: [{ path: 'head', message }],
      });
    }
  });

  it('compares no executions of two projects', async () => {
    const base = await server.run();
    const head = await server.run({ execution: { project: 'another' } });
    const message = `Must be of the same project as \`base\`: 'another' is not '${server.project}'`;
    expect(await refusal({ base, head })).toMatchObject({
      status: 400,
      details: [{ path: 'head', message }],
    });
  });

  it('compares no running execution, and says how many parts are missing', async () => {
    const whole = await server.run();
    const running = await server.run({ execution: { shard: { index: 2, total: 3 } } });
    const message = `Execution ${running} is still running: 2 of 3 parts are missing`;
    for (const [query, path] of [
      [{ base: running, head: whole }, 'base'],
      [{ base: whole, head: running }, 'head'],
    ] as const) {
      expect(await refusal(query)).toMatchObject({ status: 400, details: [{ path, message }] });
    }
  });

  it('compares no execution whose results are gone', async () => {
    const base = await server.run({ hoursAgo: 2 });
    const head = await server.run();
    await server.scope.query('UPDATE executions SET results_expired_at = now() WHERE id = $1', [
      base,
    ]);
    const message = `The results of execution ${base} are not kept any more`;
    expect(await refusal({ base, head })).toMatchObject({
      status: 400,
      details: [{ path: 'base', message }],
    });
  });
});

it("answers for another organization's execution exactly as for none, and looks up nothing there", async () => {
  const mine = await server.run({ hoursAgo: 2 });
  const mineToo = await server.run();
  const { apiKey } = await server.makeOrganization('Other');
  const other = { app: server.app, apiKey };
  for (const query of [
    { base: mine, head: mineToo },
    { base: mine, head: 'latest' },
  ]) {
    const theirs = await server.askFor(query, other);
    const nothing = await server.askFor({ ...query, base: NO_ID }, other);
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(nothing.text.replaceAll(NO_ID, mine));
  }
  expect(
    await refusal({ base: 'latest', head: 'branch:main', project: server.project }, other),
  ).toMatchObject({
    status: 404,
  });
});
