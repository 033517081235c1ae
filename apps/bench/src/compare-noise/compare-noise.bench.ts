import type { Comparison } from '@svc/contract/executions/compare';
import { testId } from '@svc/contract/zod-free/test-identity';
import { copyHistory } from '@svc/seed/copy-sink';
import { generateHistory, type History } from '@svc/seed/generate-history';
import pg from 'pg';
import {
  getFrom,
  postUpload,
  startServerProcess,
  type ServerProcess,
} from '../processes/server-process.ts';
import { printProgress, type BenchRow } from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { buildNoiseRows, type Tally } from './noise-rows.ts';
import { collectResults, pairSameCommits, type SameCommitPair } from './same-commit-pairs.ts';
import { getLastAttemptMs, buildSlowerUploads } from './slower-upload.ts';
import { systemClock } from '@svc/server/operations';

const RESULTS = 300_000;
const TESTS = 3_000;
const PROJECTS = 3;
const MACHINES = [1, 1.3, 2];
// More would shift the median ratio, which is the figure of the machine.
const SLOWER_SHARE = 0.05;
// 1.5 times slower is then twice the 50 ms below which nothing is reported.
const SLOWER_FROM_MS = 200;

/**
 * Compares every two executions of one commit in a seeded history: once as they are, and once with some tests made 1.5
 * times slower; both with the head's machine 1.0, 1.3 and 2.0 times slower. Prints the share of tests that are named
 * slower or faster without a reason, and the share of slower tests that are found.
 */
export async function runCompareNoiseBench(): Promise<BenchRow[]> {
  const history = makeHistory();
  const pairs = pairSameCommits(history);
  const server = await startServerProcess();
  try {
    printProgress(`compare-noise: seeding ${RESULTS} results`);
    const databaseUrl = await server.databaseUrl();
    await copyHistory(history, { databaseUrl });
    const ids = await readExecutionIds(databaseUrl);
    printProgress(`compare-noise: ${pairs.length} pairs of executions of one commit`);
    const rows: BenchRow[] = [];
    for (const machine of MACHINES) {
      const tallies: Tally[] = [];
      for (const [index, pair] of pairs.entries()) {
        const baseId = ids.get(`${pair.base.truth.project} ${pair.base.truth.key}`);
        if (baseId === undefined) throw new Error(`no execution ${pair.base.truth.key}`);
        const chosen = chooseSlower(pair, history, index);
        for (const slower of [new Set<string>(), chosen]) {
          tallies.push(await tally(server, { pair, baseId, machine, slower }));
        }
      }
      rows.push(...buildNoiseRows(machine, tallies));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

function makeHistory(): History {
  const hourMs = 3_600_000;
  return generateHistory({
    seed: 1,
    results: RESULTS,
    tests: TESTS,
    projects: PROJECTS,
    end: new Date(Math.floor(systemClock.now().getTime() / hourMs) * hourMs),
  });
}

/** Execution ids by project and key. */
async function readExecutionIds(databaseUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; key: string; project: string }>(
      `SELECT executions.id, executions.key, projects.name AS project
       FROM executions JOIN projects ON projects.id = executions.project_id`,
    );
    return new Map(rows.map(({ id, key, project }) => [`${project} ${key}`, id]));
  } finally {
    await client.end();
  }
}

/** The ids of some tests for which 1.5 times as long is a difference that a comparison may report. */
function chooseSlower({ head }: SameCommitPair, { truth }: History, seed: number): Set<string> {
  const random = createSeededRandom(seed);
  const { project } = head.truth;
  const ran = new Set(collectResults(head).map((result) => testId({ project, ...result })));
  const eligible = truth.tests.filter(
    (test) => test.medianMs >= SLOWER_FROM_MS && ran.has(testId(test)),
  );
  const wanted = Math.round(ran.size * SLOWER_SHARE);
  const keyed = eligible.map((test) => ({ id: testId(test), order: random() }));
  const chosen = keyed.toSorted((one, other) => one.order - other.order).slice(0, wanted);
  return new Set(chosen.map(({ id }) => id));
}

async function tally(
  server: ServerProcess,
  {
    pair: { base, head, earlier },
    baseId,
    machine,
    slower,
  }: { pair: SameCommitPair; baseId: string; machine: number; slower: ReadonlySet<string> },
): Promise<Tally> {
  const { project } = head.truth;
  const idOf = (result: { file: string; titlePath: string[] }) => testId({ project, ...result });
  const uploads = buildSlowerUploads(head, {
    machine,
    isSlower: (result) => slower.has(idOf(result)),
    key: `x ${machine}, ${slower.size} slower`,
  });
  let headId = '';
  for (const body of uploads) {
    headId = (await postUpload(server, JSON.stringify(body))).executionId;
  }
  const comparison = await compare(server, baseId, headId);
  const before = new Map(pickPassedMs(base.bodies, idOf));
  const both = [...pickPassedMs(uploads, idOf)].flatMap(([id, headMs]) => {
    const baseMs = before.get(id);
    return baseMs === undefined ? [] : [{ id, baseMs, headMs, isSlower: slower.has(id) }];
  });
  return {
    both,
    earlier,
    slower: collectIds(comparison.performance.slower),
    faster: collectIds(comparison.performance.faster),
    machineFactor: comparison.summary.machineFactor,
  };
}

function collectIds(list: readonly { testId: string }[]): Set<string> {
  return new Set(list.map(({ testId: id }) => id));
}

/** The durations of tests that passed, by id. */
function pickPassedMs(
  bodies: SameCommitPair['base']['bodies'],
  idOf: (result: { file: string; titlePath: string[] }) => string,
): Map<string, number> {
  return new Map(
    collectResults({ bodies })
      .filter(({ status }) => status === 'passed')
      .map((result) => [idOf(result), getLastAttemptMs(result)]),
  );
}

async function compare(server: ServerProcess, base: string, head: string): Promise<Comparison> {
  const response = await getFrom(server, `/api/compare?base=${base}&head=${head}&limit=5000`);
  if (!response.ok)
    throw new Error(`compare answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Comparison }).data;
}
