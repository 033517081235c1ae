import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { loadModule } from 'libpg-query';
import { afterAll, expect } from 'vitest';
import { STATEMENTS } from '../../src/db/connections/database.ts';
import { DISTRIBUTED_TABLES } from '../../src/db/citus/table-kinds.ts';
import { ACROSS_ORGANIZATIONS } from './across-organizations.ts';
import { judgeStatement } from './judge-statement.ts';

/**
 * Watches every statement that the server sends in the tests of a file: each one must be one that a Citus cluster runs
 * as Postgres does, on the node of one organization. Statements of the tests themselves are not the server's.
 */

const TENANT_TABLES: ReadonlySet<string> = new Set(DISTRIBUTED_TABLES);
const SOURCE = /\/apps\/server\/src\/(?<file>.+?\.ts)/;
// What passes statements on, and does not make them.
const PASSES_ON =
  /^db\/(?:connections\/|replica\/replica-statements\.ts|scope\.ts|open-transaction\.ts|statements\.ts|models\/records\.ts)/;

// Kept for all files of a worker: a text is judged once.
const known = new Set<string>();
const complaints: string[] = [];

await loadModule();
subscribe(STATEMENTS, watch);

afterAll(() => {
  unsubscribe(STATEMENTS, watch);
  expect(complaints.splice(0)).toEqual([]);
});

function watch(message: unknown): void {
  const sql = String(message);
  if (known.has(sql)) return;
  known.add(sql);
  const sender = findSender();
  if (sender === null) {
    // Another sender of the same text may be the server.
    known.delete(sql);
    return;
  }
  const allowed = ACROSS_ORGANIZATIONS[sender]?.rules ?? [];
  for (const { rule, what } of judgeStatement(sql, TENANT_TABLES)) {
    if (!allowed.includes(rule)) complaints.push(`${sender}: ${rule}: ${what}\n${sql}`);
  }
}

/** The function of the server that sends the statement, as `file#function`; null if it is a test. */
function findSender(): string | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 20;
  const { stack = '' } = new Error('only for its stack');
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    const file = SOURCE.exec(line)?.groups?.['file'];
    if (file === undefined || PASSES_ON.test(file)) {
      if (/\/apps\/server\/test\/(?!statements\/)/.test(line)) return null;
      continue;
    }
    if (file.endsWith('.test.ts')) return null;
    const name = /at (?:async )?(?:\S+\.)?(?<name>[\w#]+) \(/.exec(line)?.groups?.['name'];
    return `${file}#${name ?? ''}`;
  }
  return null;
}
