import {
  readConfig,
  type Database,
  openDatabases,
  type Databases,
  createPrincipalScope,
  type RequestScope,
  type Statements,
  createSystemDeps,
} from '@svc/server/operations';
import { appRouter } from '@svc/server/router';
import type { Caller, Question } from './questions.ts';

type Principal = RequestScope['principal'];

/** A statement of a request with its plan. */
export interface Plan {
  sql: string;
  /** The time of planning and execution. */
  ms: number;
  /** Pages read from memory or disk. Unlike the time, they do not depend on how busy the machine is. */
  pages: number;
  lines: string[];
}

/**
 * Calls the procedure behind a request on the same database and explains each SELECT that it runs. The slowest comes
 * first.
 */
export async function explainQuestion(databaseUrl: string, question: Question): Promise<Plan[]> {
  const databases = openDatabases(databaseUrl, 20, { info: () => {}, warn: () => {} });
  const database = databases.answers;
  try {
    const principal = await readPrincipal(database);
    // A first run fills the caches, so that the plans show no reads that are due to a restart.
    await question.ask(await buildCaller(databases, createPrincipalScope(database, principal)));
    const plans: Plan[] = [];
    const explained = wrapWithExplain(database, (plan) => plans.push(plan));
    await question.ask(await buildCaller(databases, createPrincipalScope(explained, principal)));
    return plans.toSorted((a, b) => b.ms - a.ms);
  } finally {
    await databases.close();
  }
}

async function buildCaller(databases: Databases, scope: RequestScope): Promise<Caller> {
  return appRouter.createCaller({
    deps: await createSystemDeps(readConfig({}, '/'), databases),
    scope,
    visitor: null,
    idempotencyKey: undefined,
    retryAfter: () => {},
    logError: (error) => {
      throw error;
    },
    enter: async () => ({ grow: () => {}, shrinkTo: () => {}, release: () => {} }),
    inputSchemaOf: () => undefined,
  });
}

function wrapWithExplain(database: Statements, onPlan: (plan: Plan) => void): Statements {
  const query = async <Row extends object>(sql: string, bind?: unknown[]): Promise<Row[]> => {
    if (/^\s*(?:SELECT|WITH)\b/i.test(sql)) {
      const rows = await database.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, BUFFERS) ${sql}`,
        bind,
      );
      const lines = rows.map((row) => row['QUERY PLAN']);
      onPlan({ sql, ms: sumPlanMs(lines), pages: sumPages(lines), lines });
    }
    return database.query(sql, bind);
  };
  return {
    transaction: (work) => database.transaction(work),
    modelStatement: (run) => database.modelStatement(run),
    query,
    prepared: query,
  };
}

function sumPlanMs(lines: readonly string[]): number {
  const times = lines.map((line) => /^(?:Planning|Execution) Time: ([\d.]+) ms/.exec(line)?.[1]);
  return times.reduce((sum, time) => sum + Number(time ?? 0), 0);
}

/** The first line on buffers is that of the whole statement. */
function sumPages(lines: readonly string[]): number {
  const buffers = lines.find((line) => line.trimStart().startsWith('Buffers: shared'));
  const counts = buffers?.matchAll(/(?:hit|read)=(\d+)/g) ?? [];
  return [...counts].reduce((sum, [, pages]) => sum + Number(pages), 0);
}

/** A seeded database has one organization. */
async function readPrincipal(database: Database): Promise<Principal> {
  const [organization] = await database.query<{ id: string }>(
    'SELECT organization_id AS id FROM organizations',
  );
  if (organization === undefined) throw new Error('the database has no organization');
  return {
    kind: 'apiKey',
    role: 'apiKey',
    scope: 'full',
    bounds: null,
    organizationName: '',
    id: 'bench',
    name: 'bench',
    organizationId: organization.id,
    readsPerMinute: 1,
    writesPerMinute: 1,
    expiresAt: null,
    address: '127.0.0.1',
    dataRevision: 0,
  };
}
