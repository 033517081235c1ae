import { vitest, type Mutant } from '../mutant.ts';

const SERVER = 'apps/server/src';
const INGEST = vitest(`${SERVER}/ingest`);
const LIFE_CYCLE = vitest('apps/server/src/executions/life-cycle', `${SERVER}/ingest`);
const ROLL_UPS = vitest('apps/server/src/rollups', 'apps/server/test/reference');
const RETENTION = vitest('apps/server/src/lifetime/retention');

/** Faults in what the server stores and derives: uploads, roll-ups, comparisons, retention. */
export const SERVER_DATA: Mutant[] = [
  {
    name: 'an idempotency key that was used with another body gets the earlier answer',
    file: `${SERVER}/ingest/ingest.service.ts`,
    find: 'if (earlier.bodyHash.equals(bodyHash)) {',
    replace: 'if (earlier.bodyHash.length === bodyHash.length) {',
    tests: INGEST,
  },
  {
    name: 'an execution whose only failures timed out has passed',
    file: 'apps/server/src/executions/life-cycle/execution-state.ts',
    find: 'const failures = facts.counts.failed + facts.counts.timedOut;',
    replace: 'const failures = facts.counts.failed;',
    tests: LIFE_CYCLE,
  },
  {
    name: 'a re-run waits for the shards that it carries',
    file: 'apps/server/src/executions/life-cycle/execution-state.ts',
    find: 'export function areShardsMissing({ expected, received, carried }: Shards): boolean {\n  return received + carried < expected;',
    replace:
      'export function areShardsMissing({ expected, received }: Shards): boolean {\n  return received < expected;',
    tests: LIFE_CYCLE,
  },
  {
    name: 'a failure with uncommitted changes is contradicted by a pass of the clean commit',
    file: 'apps/server/src/executions/life-cycle/parts/part-identity.ts',
    find: "git.commit === '' || git.dirty === true) return null;",
    replace: "git.commit === '') return null;",
    tests: vitest('apps/server/src/rollups/executions', 'apps/server/test/reference'),
  },
  {
    name: 'a pass beside an interrupted result of the same test counts as a run',
    file: 'apps/server/src/db/conditions/counted-runs.ts',
    find: "OR bool_or(${status} = 'passed') AND NOT bool_or(${status} = 'interrupted'))",
    replace: "OR bool_or(${status} = 'passed'))",
    tests: ROLL_UPS,
  },
  {
    name: 'a comparison settles a skipped test by the oldest earlier run instead of the newest',
    file: `${SERVER}/compare/earlier/earlier-outcomes.queries.ts`,
    find: 'ORDER BY test_id, age\n',
    replace: 'ORDER BY test_id, age DESC\n',
    tests: vitest(`${SERVER}/compare`),
  },
  {
    name: 'retention deletes the results of a week a day too early',
    file: 'apps/server/src/lifetime/retention/retention.ts',
    find: 'computeNextWeek(week) <= toDay(subtractDays(at, days));',
    replace: 'computeNextWeek(week) <= toDay(subtractDays(at, days - 1));',
    tests: RETENTION,
  },
  {
    name: 'a sweep that fails is reported as a week without changes',
    file: 'apps/server/src/lifetime/retention/expire-week.ts',
    find: 'if (!isLockTimeout(error)) throw error;',
    replace: "if (!isLockTimeout(error)) return 'unchanged';",
    tests: RETENTION,
  },
  {
    name: 'the next page of executions begins with the last row of the page before',
    file: `${SERVER}/executions/executions.queries.ts`,
    find: '(executions.started_at, executions.id) < (${value(after.startedAt)}',
    replace: '(executions.started_at, executions.id) <= (${value(after.startedAt)}',
    tests: vitest(`${SERVER}/executions`),
  },
];
