import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { loadModule } from 'libpg-query';
import { afterAll } from 'vitest';
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

// A text is judged once for a file.
const known = new Set<string>();
const complaints: string[] = [];

await loadModule();
subscribe(STATEMENTS, watch);

afterAll(() => {
  unsubscribe(STATEMENTS, watch);
  const found = complaints.splice(0);
  // The sender stands in the first line, which is all that the summary of a run has.
  if (found.length > 0) throw new Error(`A cluster would refuse ${found.join('\n\n')}`);
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
  for (const { file, name } of readStack()) {
    if (file.includes('/apps/server/test/') && !file.includes('/test/statements/')) return null;
    const own = SOURCE.exec(file)?.groups?.['file'];
    if (own === undefined || PASSES_ON.test(own)) continue;
    return own.endsWith('.test.ts') ? null : `${own}#${name}`;
  }
  return null;
}

/** Without Vitest's places in the source, which it would look up for each frame. */
function readStack(): { file: string; name: string }[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  let frames: NodeJS.CallSite[] = [];
  Error.stackTraceLimit = 20;
  Error.prepareStackTrace = (_, sites) => {
    frames = sites;
    return '';
  };
  void new Error('only for its stack').stack;
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return frames.map((frame) => ({
    file: frame.getFileName() ?? '',
    name: frame.getFunctionName()?.split('.').at(-1) ?? '',
  }));
}
