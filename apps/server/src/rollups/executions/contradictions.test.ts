import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun, type Letter } from '../../../test/history.ts';
import { testClock } from '../../../test/clock.ts';
import { makeUpload, rebuild, settle, upload } from '../../../test/make.ts';
import { isExecutionWithId } from '../../db/conditions/look-ups.ts';
import { toWeek } from '../../db/partitions/partitions.ts';
import { expireResults } from '../../lifetime/retention/expired-results.queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

interface Order {
  project: string;
  parts: Part[];
}

/** A part of an execution with one test, whose outcome is the letter: `2 windows f`, `2 windows f dirty`. */
type Part = string;

it.each<{ why: string; parts: Part[]; contradicted: string[] }>([
  {
    why: 'a leg that fails and passes in another execution',
    parts: ['1 linux .', '1 windows f', '2 linux .', '2 windows .'],
    contradicted: ['1 windows'],
  },
  {
    why: 'a leg that fails where another execution passes elsewhere only',
    parts: ['1 linux .', '1 windows f', '2 linux .'],
    contradicted: [],
  },
  {
    why: 'a leg that fails in both executions beside one that passes in both',
    parts: ['1 linux .', '1 windows f', '2 linux .', '2 windows f'],
    contradicted: [],
  },
  {
    why: 'legs of one execution',
    parts: ['1 linux .', '1 windows f', '1 macos .'],
    contradicted: [],
  },
  {
    why: 'legs that fail crosswise',
    parts: ['1 linux f', '1 windows .', '2 linux .', '2 windows f'],
    contradicted: ['1 linux', '2 windows'],
  },
  {
    why: 'shards of one leg, where the worst counts',
    parts: ['1 linux/1 f', '1 linux/2 .', '2 linux/1 .', '2 linux/2 f'],
    contradicted: [],
  },
  {
    why: 'shards of one leg beside an execution that passed',
    parts: ['1 linux/1 f', '1 linux/2 .', '2 linux .'],
    contradicted: ['1 linux/1'],
  },
  {
    why: 'a leg of a dirty tree',
    parts: ['1 linux .', '1 windows f dirty', '2 windows .'],
    contradicted: [],
  },
  {
    why: 'a leg of a clean tree beside one of a dirty tree',
    parts: ['1 linux f', '1 windows . dirty', '2 linux .'],
    contradicted: ['1 linux'],
  },
])('judges each part by its own environment, in any order of arrival: $why', async (row) => {
  const orders = ordersOf(row.parts).map((parts, index) => ({
    project: `${row.why}, order ${index}`,
    parts,
  }));
  // Judging each upload or all at once must give the same result.
  const [eachAlone, allAtOnce] = [0, 1].map((rest) =>
    orders.filter((_, index) => index % 2 === rest),
  );
  for (const at of row.parts.keys()) {
    await uploadParts(eachAlone, at);
    await settle(server);
  }
  for (const at of row.parts.keys()) await uploadParts(allAtOnce, at);
  await settle(server);
  const rows = await allContradicted();
  const judged = orders.map(({ project }) => [project, partsOf(project, rows)]);
  expect(judged).toEqual(orders.map(({ project }) => [project, row.contradicted]));
});

/** Uploads the part that comes next in each order, to the order's own project. */
async function uploadParts(orders: readonly Order[] | undefined, at: number): Promise<void> {
  for (const { project, parts } of orders ?? [])
    await upload(server, uploadOf(project, parts[at] ?? ''));
}

it('is the same after a rebuild', async () => {
  const before = await allContradicted();
  expect(before.length).toBeGreaterThan(50);
  await rebuild(server);
  expect(await allContradicted()).toEqual(before);
});

it('stays after a rebuild when retention has deleted the pass', async () => {
  const project = 'expired';
  const { executionId } = await upload(server, uploadOf(project, '1 linux .'));
  await upload(server, uploadOf(project, '2 linux f'));
  await settle(server);
  await server.scope.transaction((scope) =>
    expireResults(scope, {
      week: toWeek(testClock.now()),
      executionIds: [executionId],
      at: testClock.now(),
    }),
  );
  await rebuild(server);
  expect(partsOf(project, await allContradicted())).toEqual(['2 linux']);
});

function uploadOf(project: string, part: Part) {
  const [key = '', place = '', letter, dirty] = part.split(' ');
  const [os = '', index] = place.split('/');
  return makeUpload({
    execution: {
      project,
      key,
      environment: { os },
      git: { commit: 'a'.repeat(40), dirty: dirty !== undefined },
      ...(index === undefined ? {} : { shard: { index: Number(index), total: 2 } }),
    },
    // The owner identifies the part that a result came from.
    results: [makeRun('a', letter as Letter, { owner: place })],
  });
}

interface FoundPart {
  project: string;
  part: Part;
}

function partsOf(project: string, rows: readonly FoundPart[]): Part[] {
  return rows.filter((row) => row.project === project).map((row) => row.part);
}

function allContradicted(): Promise<FoundPart[]> {
  return server.deps.database.query<FoundPart>(
    `SELECT projects.name AS project, executions.key || ' ' || results.owner AS part
     FROM (
       SELECT execution_id, result_id
       FROM failing_results
       WHERE organization_id = $1 AND contradicted
     ) AS failed
     -- One look-up per failure, whatever Postgres expects of this organization.
     CROSS JOIN LATERAL (
       SELECT project_id, key, week
       FROM executions
       WHERE ${isExecutionWithId('failed.execution_id')}
       OFFSET 0
     ) AS executions
     CROSS JOIN LATERAL (
       SELECT owner
       FROM results
       WHERE organization_id = $1
         AND execution_id = failed.execution_id
         AND id = failed.result_id
         AND week = executions.week
       OFFSET 0
     ) AS results
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     ORDER BY 1, 2`,
    [server.organizationId],
  );
}

function ordersOf<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, at) =>
    ordersOf(values.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
