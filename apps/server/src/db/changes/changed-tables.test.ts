import { expect, it } from 'vitest';
import { findChange } from './changed-tables.ts';
import { UNREAD_TABLES } from './unread-tables.ts';

it.each([
  ['SELECT 1 FROM executions WHERE organization_id = $1', []],
  ['SELECT 1 FROM executions FOR UPDATE SKIP LOCKED', []],
  ['SELECT 1 FROM executions FOR NO KEY UPDATE OF executions', []],
  ['-- update tests of this project\nSELECT 1', []],
  ['INSERT INTO tests (id) VALUES ($1)', ['tests']],
  ['insert  into\n tests (id) values ($1)', ['tests']],
  ['UPDATE "executions" SET number = $1', ['executions']],
  ['UPDATE ONLY executions SET number = $1', ['executions']],
  ['DELETE FROM results_2026w48 WHERE id = $1', ['results_2026w48']],
  ['TRUNCATE tests', ['tests']],
  ['COPY results (id) FROM STDIN', ['results']],
  ['MERGE INTO tests USING x ON true WHEN MATCHED THEN UPDATE SET a = 1', ['tests']],
  ['INSERT INTO tests (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET id = $1', ['tests']],
  ['WITH gone AS (DELETE FROM tests RETURNING 1) SELECT count(*) FROM gone', ['tests']],
  ['WITH a AS (DELETE FROM outbox RETURNING 1) UPDATE tests SET id = $1', ['tests']],
  ['INSERT INTO outbox (id) VALUES ($1)', []],
  ['UPDATE api_keys\n SET last_used_at = $3\n WHERE id = $1', []],
  ['UPDATE api_keys SET name = $3 WHERE id = $1', ['api_keys']],
  ['UPDATE api_keys SET last_used_at = $3, name = $4 WHERE id = $1', ['api_keys']],
  ['CREATE TRIGGER t BEFORE INSERT OR UPDATE ON tests EXECUTE FUNCTION f()', []],
])('finds what %j changes', (sql, tables) => {
  expect(findChange(sql)?.tables ?? []).toEqual(tables);
});

it('trusts the row count of a statement only if it changes one table', () => {
  expect(findChange('DELETE FROM tests')?.countsRows).toBe(true);
  const both = 'WITH a AS (UPDATE tests SET id = $1) INSERT INTO outbox (id) VALUES ($1)';
  expect(findChange(both)?.countsRows).toBe(false);
});

it('has a reason for each table whose changes it ignores', () => {
  expect([...UNREAD_TABLES].filter(([, reason]) => reason === '')).toEqual([]);
});
