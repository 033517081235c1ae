import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import { getFrom, type ServerProcess } from '../processes/server-process.ts';
import { buildPath } from './questions.ts';
import { UPLOADED_PROJECT } from '../uploads/uploads.ts';
import { systemClock } from '@svc/server/operations';

/** Projects, executions and tests for the parameters of requests, as the server lists them. */
export interface Catalogue {
  /** When the newest execution began. */
  newestAt: Date;
  /** Newest first. */
  executions: ListedExecution[];
  /** The tests of each project's largest execution. */
  tests: ListedTest[];
}

export interface ListedExecution {
  id: string;
  project: string;
  branch: string;
  message: string;
  pullRequest: number | null;
  startedAt: Date;
  isFinished: boolean;
  /** Whether `branch:NAME` can refer to it: it is finished, not partial, of a clean tree, and from CI. */
  countsForBranch: boolean;
  /** Whether it is finished, not partial, and has nearly as many tests as the largest execution of its project. */
  isWhole: boolean;
}

export interface ListedTest {
  testId: string;
  project: string;
  title: string;
}

// The share of a project's tests in an execution without filters. Tests are added and removed over time.
const WHOLE_SHARE = 0.8;

export async function readCatalogue(server: ServerProcess): Promise<Catalogue> {
  const executions = await listAllExecutions(server);
  const [newest] = executions;
  if (newest === undefined) throw new Error('the server lists no executions');
  const largest = pickLargestExecutions(executions);
  const tests: ListedTest[] = [];
  for (const { id, project } of largest.values()) {
    const { results } = await getData<ExecutionDetail>(
      server,
      buildPath('/executions/{id}', { id }),
    );
    tests.push(...results.map(({ testId, title }) => ({ testId, project, title })));
  }
  return {
    newestAt: new Date(newest.startedAt),
    executions: executions.map((execution) =>
      toListedExecution(execution, largest.get(execution.project)),
    ),
    tests,
  };
}

async function listAllExecutions(server: ServerProcess): Promise<Execution[]> {
  const executions: Execution[] = [];
  // The longest window. A seeded history is shorter.
  const from = new Date(systemClock.now().getTime() - 399 * 24 * 60 * 60 * 1000).toISOString();
  let cursor: string | undefined;
  do {
    const input = { from, limit: 100, cursor };
    const page = await getData<Page<Execution>>(server, buildPath('/executions', input));
    // Earlier measurements of the same folder left uploads.
    executions.push(...page.items.filter(({ project }) => project !== UPLOADED_PROJECT));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return executions;
}

function pickLargestExecutions(executions: readonly Execution[]): Map<string, Execution> {
  const largest = new Map<string, Execution>();
  for (const execution of executions) {
    const known = largest.get(execution.project);
    if (known === undefined || execution.totals.tests > known.totals.tests) {
      largest.set(execution.project, execution);
    }
  }
  return largest;
}

function toListedExecution(execution: Execution, largest: Execution | undefined): ListedExecution {
  const { id, project, git, ci, startedAt, finishedAt, partial, totals } = execution;
  const isFinished = finishedAt !== null;
  return {
    id,
    project,
    branch: git.branch ?? 'main',
    message: git.message ?? '',
    pullRequest: ci.pullRequest ?? null,
    startedAt: new Date(startedAt),
    isFinished,
    countsForBranch:
      isFinished && partial.length === 0 && git.dirty !== true && ci.provider !== undefined,
    isWhole:
      isFinished &&
      partial.length === 0 &&
      totals.tests >= WHOLE_SHARE * (largest?.totals.tests ?? 0),
  };
}

async function getData<Data>(server: ServerProcess, path: string): Promise<Data> {
  const response = await getFrom(server, path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
