import { loadModule } from 'libpg-query';
import { beforeAll, expect, it } from 'vitest';
import { judgeStatement } from './judge-statement.ts';

beforeAll(() => loadModule());

const TABLES = new Set(['organizations', 'projects', 'tests', 'results', 'outbox']);

const judge = (sql: string): string[] =>
  judgeStatement(sql, TABLES).map(({ rule, what }) => `${rule}: ${what}`);

it.each([
  ['a bound table', 'SELECT 1 FROM tests WHERE organization_id = $1 AND id = $2'],
  ['a cast', 'SELECT 1 FROM tests WHERE tests.organization_id = $1::uuid'],
  ['the function', 'SELECT 1 FROM tests WHERE is_organization(tests.organization_id, $1)'],
  ['a local table', 'SELECT 1 FROM members WHERE user_id = $1 FOR UPDATE'],
  [
    'a join by the organization',
    `SELECT 1 FROM tests JOIN projects ON projects.organization_id = tests.organization_id
     WHERE tests.organization_id = $1`,
  ],
  [
    'a CTE of the name of a table',
    'WITH results AS (SELECT 1 FROM tests WHERE organization_id = $1) SELECT * FROM results',
  ],
  ['a partition', 'DELETE FROM results_20261123 WHERE organization_id = $1'],
  [
    'rows from a table',
    `INSERT INTO tests (organization_id, id)
     SELECT organizations.organization_id, new.id FROM organizations CROSS JOIN unnest($2::uuid[]) AS new (id)
     WHERE organizations.organization_id = $1`,
  ],
  ['values', 'INSERT INTO tests (organization_id, id) VALUES ($1, $2)'],
  [
    'a change of some rows of the same table',
    `WITH chosen AS (SELECT id FROM tests WHERE organization_id = $1 LIMIT 5 FOR UPDATE)
     DELETE FROM tests USING chosen WHERE tests.organization_id = $1 AND tests.id = chosen.id`,
  ],
  ['the time', 'UPDATE tests SET seen_at = now() WHERE organization_id = $1 AND seen_at < now()'],
  ['a lock alone', `SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`],
])('takes %s', (_, sql) => {
  expect(judge(sql)).toEqual([]);
});

it.each([
  ['SELECT 1 FROM tests', 'unbound: tests'],
  ['SELECT 1 FROM tests WHERE organization_id = $1 OR id = $2', 'unbound: tests'],
  ['SELECT 1 FROM tests WHERE organization_id = ANY ($1)', 'unbound: tests'],
  [
    'SELECT 1 FROM tests JOIN results ON results.test_id = tests.id WHERE tests.organization_id = $1',
    'unbound: results',
  ],
  [
    `SELECT 1 FROM tests
     WHERE organization_id = $1 AND EXISTS (
       SELECT 1 FROM results WHERE results.organization_id = tests.organization_id)`,
    'unbound: results',
  ],
  [
    'SELECT 1 FROM tests WHERE organization_id = $1 UNION ALL SELECT 1 FROM results',
    'unbound: results',
  ],
  ['DELETE FROM results_20261123 WHERE week = $1', 'unbound: results'],
  ['SELECT 1 FROM outbox WHERE due_at < $1 FOR UPDATE SKIP LOCKED', 'unbound lock: outbox'],
  [
    'UPDATE tests SET seen_at = clock_timestamp() WHERE organization_id = $1',
    'volatile in a change: clock_timestamp',
  ],
  [
    'DELETE FROM tests WHERE organization_id = $1 AND random() < 0.5',
    'volatile in a change: random',
  ],
  [
    `UPDATE tests SET seen_at = seen_at - interval '1 year' WHERE organization_id = $1`,
    'time of a column in a change: tests',
  ],
  [
    'UPDATE tests SET seen_at = now() + make_interval(secs => count) WHERE organization_id = $1',
    'time of a column in a change: tests',
  ],
  [
    'UPDATE tests SET seen_at = CASE WHEN id = $2 THEN now() END WHERE organization_id = $1',
    'time of a column in a change: now',
  ],
  [
    `INSERT INTO tests (id, organization_id) SELECT id, $1 FROM unnest($2::uuid[]) AS new (id)`,
    'organization not from a table: tests',
  ],
  [
    `WITH gone AS (DELETE FROM tests WHERE organization_id = $1 RETURNING id)
     INSERT INTO outbox (organization_id, id)
     SELECT projects.organization_id, projects.id FROM projects
     WHERE projects.organization_id = $1
       AND NOT EXISTS (SELECT 1 FROM tests WHERE tests.organization_id = $1)`,
    'reads what it writes: tests',
  ],
  [
    `WITH chosen AS (SELECT organization_id, id FROM tests WHERE organization_id = $1)
     INSERT INTO outbox (organization_id, id) SELECT organization_id, id FROM chosen`,
    'table in a CTE of an insert: tests',
  ],
  [
    `UPDATE tests SET seen_at = new.seen_at
     FROM (SELECT id, now() + make_interval(secs => seconds) AS seen_at FROM unnest($2, $3) AS new (id, seconds)) AS new
     WHERE tests.organization_id = $1 AND tests.id = new.id`,
    'time of a column in a change: tests',
  ],
  [
    'SELECT id FROM tests WHERE organization_id = $1 AND pg_try_advisory_xact_lock(1)',
    'advisory lock beside a table: tests',
  ],
  [
    'SELECT 1 FROM tests WHERE organization_id = $1 AND EXISTS (SELECT FROM members)',
    'selects nothing: SELECT FROM',
  ],
])('refuses %s', (sql, complaint) => {
  expect(judge(sql)).toEqual([complaint]);
});
