import type {
  IngestBody,
  IngestExecution,
  IngestFile,
  IngestResult,
} from '@svc/contract/executions/ingest';
import { hasPassed } from '../parts.ts';
import { randomResult, type Habit, type RandomTest } from './random-results.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Daylight saving ends within the histories, on 25 October in Berlin and on 1 November in New York.
const BEGIN = Date.UTC(2026, 9, 18);

const PROJECTS = ['alpha', 'beta'];
const BRANCHES = [
  ['main', 'feat/a'],
  ['master', 'main', 'feat/a'],
  ['master', 'develop'],
  ['trunk', 'side', 'feat/a'],
];
const ENVIRONMENTS: Record<string, string>[] = [
  { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.21.0' },
  { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 24.3.1' },
  { name: 'ci', os: 'linux', arch: 'x64', runtime: 'node 22.1.0', extra: 'told by one' },
  { name: 'ci', os: 'win32', arch: 'x64', runtime: 'node 24.3.1' },
  { name: 'local', os: 'linux', runtime: 'bun' },
  {},
];
const HABITS: Habit[] = ['steady', 'steady', 'flaky', 'shaky', 'breaks', 'mended', 'rare'];

/** The facts that the executions of one history share. */
interface World {
  random: Random;
  tests: RandomTest[];
  branches: string[];
  commits: string[];
  /** Whether executions report their base. */
  tellsBase: boolean;
  executions: number;
  /** The share of executions from CI. */
  ciShare: number;
}

/**
 * The uploads of a small history full of edge cases: simultaneous executions, several of one commit, dirty trees,
 * shards that arrive late, twice or never, matrices, outages, and environments of every kind.
 */
export function randomUploads(random: Random): IngestBody[] {
  const executions = random.chance(0.2) ? 25 + random.below(16) : 5 + random.below(10);
  const world: World = {
    random,
    tests: randomTests(random),
    branches: random.pick(BRANCHES),
    commits: Array.from({ length: 2 + random.below(executions) }, (_, index) =>
      (0xa0000000 + index).toString(16).repeat(5),
    ),
    tellsBase: random.chance(0.5),
    executions,
    ciShare: random.pick([0, 0.5, 0.8, 1]),
  };
  const uploads: { body: IngestBody; order: number }[] = [];
  let at = BEGIN + random.below(DAY_MS);
  for (let index = 0; index < executions; index++) {
    at += random.pick([
      0,
      0,
      1,
      HOUR_MS / 2,
      HOUR_MS,
      3 * HOUR_MS,
      DAY_MS,
      random.below(2 * DAY_MS),
    ]);
    // Sometimes exactly at midnight, in UTC or elsewhere.
    if (random.chance(0.1)) at = Math.ceil(at / (HOUR_MS / 2)) * (HOUR_MS / 2);
    const first = executionBodies(world, index, at);
    const second = random.chance(0.4) ? rerunOf(world, first) : [];
    const third = random.chance(0.4) ? rerunOf(world, second) : [];
    for (const body of [...first, ...second, ...third]) {
      const delay = random.chance(0.2) ? random.below(executions) : 0;
      uploads.push({ body, order: index + delay });
      if (random.chance(0.05)) {
        const again =
          random.chance(0.5) || body.runId === undefined
            ? body
            : { ...body, idempotencyKey: `again ${uploads.length}` };
        uploads.push({ body: again, order: index + random.below(5) });
      }
    }
  }
  return uploads.toSorted((a, b) => a.order - b.order).map(({ body }) => body);
}

function randomTests(random: Random): RandomTest[] {
  const count = random.chance(0.3) ? 20 + random.below(6) : 3 + random.below(8);
  return Array.from({ length: count }, (_, index) => ({
    title: `test ${String.fromCharCode(97 + index)}`,
    file: `src/${random.pick(['cart', 'pay', 'search'])}.test.ts`,
    ...(random.chance(0.2) ? { variant: random.pick(['chromium', 'firefox']) } : {}),
    durationMs: random.pick([0, 1, 10, 49, 50, 100, 400]),
    habit: random.pick(HABITS),
  }));
}

/** One execution as one upload, as shards (some may be missing), or as the legs of a matrix. */
function executionBodies(world: World, index: number, at: number): IngestBody[] {
  const { random } = world;
  const project = random.chance(0.85) ? 'alpha' : random.pick(PROJECTS);
  const facts = executionFacts(world, index, at);
  const progress = index / world.executions;
  const outage = random.chance(0.08);
  const slowness = random.chance(0.3) ? random.pick([0.5, 1.3, 2]) : 1;
  const results = world.tests
    .filter((test) => test.habit !== 'rare' || random.chance(0.3))
    .filter(() => random.chance(0.95))
    .map((test) => randomResult(random, test, { progress, outage, slowness }));
  const key = `execution ${index}`;
  let parts = 0;
  const body = (part: Partial<IngestExecution>, some: IngestResult[]): IngestBody => ({
    version: 1,
    idempotencyKey: `${key} part ${++parts}`,
    ...(random.chance(0.7) ? { runId: `${key} run ${parts}` } : {}),
    execution: { ...facts, project, key, ...part },
    files: random.chance(0.1) ? [brokenFile(random)] : [],
    results: some,
  });
  if (random.chance(0.25)) {
    return matrixLegs(world, facts).flatMap((leg) => {
      const ofLeg = world.tests
        .filter(() => random.chance(0.9))
        .map((test) => randomResult(random, test, { progress, outage, slowness }));
      if (random.chance(0.8)) return [body(leg, ofLeg)];
      const half = random.below(ofLeg.length);
      return [ofLeg.slice(0, half), ofLeg.slice(half)].map((some, place) =>
        body({ ...leg, shard: { index: place + 1, total: 2 } }, some),
      );
    });
  }
  if (random.chance(0.7)) return [body({}, results)];
  const total = 2 + random.below(2);
  const shards = Array.from({ length: total }, (_, place) =>
    body(
      {
        shard: { index: place + 1, total },
        startedAt: new Date(at + random.below(60_000)).toISOString(),
        durationMs: random.below(100_000),
      },
      results.flatMap((result, of) => {
        if (of % total === place) return [result];
        // The same test in two shards, with independent outcomes.
        const test = world.tests.find(({ title }) => title === result.titlePath.at(-1));
        return test !== undefined && random.chance(0.15)
          ? [randomResult(random, test, { progress, outage, slowness })]
          : [];
      }),
    ),
  );
  return random.chance(0.2) ? shards.slice(1) : shards;
}

/** Another attempt of the CI run: everything again, or the failed parts; sometimes a part is missing. */
function rerunOf({ random }: World, bodies: IngestBody[]): IngestBody[] {
  const isOfCi = bodies.every(({ execution }) => execution.ci?.runId !== undefined);
  const chosen = random.chance(0.4) ? bodies : bodies.filter((body) => !hasPassed(body));
  const sent = random.chance(0.15) ? chosen.slice(1) : chosen;
  return !isOfCi ? [] : sent.map((body) => rerunBody(random, body));
}

function rerunBody(random: Random, { execution, results, ...body }: IngestBody): IngestBody {
  const attempt = (execution.ci?.runAttempt ?? 1) + 1;
  const { errors: _, key, ...facts } = execution;
  return {
    ...body,
    idempotencyKey: `${body.idempotencyKey} attempt ${attempt}`,
    runId: `${body.idempotencyKey} run ${attempt}`,
    files: [],
    execution: {
      ...facts,
      key: `${key?.replace(/ attempt .*/, '')} attempt ${attempt}`,
      status: 'passed',
      startedAt: new Date(Date.parse(facts.startedAt) + HOUR_MS / 2).toISOString(),
      ci: { ...facts.ci, runAttempt: attempt },
    },
    results: results.map(({ attempts, ...result }) =>
      random.chance(0.6)
        ? { ...result, status: 'passed' }
        : { ...result, ...(attempts === undefined ? {} : { attempts }) },
    ),
  };
}

/** The facts that distinguish legs. Two legs may have equal environments. */
function matrixLegs(
  { random }: World,
  { git, ci }: Pick<IngestExecution, 'git' | 'ci'>,
): Partial<IngestExecution>[] {
  const hasJobs = random.chance(0.5);
  return Array.from({ length: 2 + random.below(2) }, (_, index) => ({
    environment: random.pick(ENVIRONMENTS),
    ...(random.chance(0.3) ? { leg: random.pick(['mysql', 'postgres']) } : {}),
    ...(hasJobs ? { ci: { ...ci, job: `leg ${index}` } } : {}),
    // Line endings changed by a checkout make the tree of one leg dirty.
    ...(random.chance(0.1) ? { git: { ...git, dirty: true } } : {}),
  }));
}

function executionFacts(
  { random, branches, commits, tellsBase, ciShare }: World,
  index: number,
  at: number,
) {
  const branch = random.chance(0.7) ? branches[0] : random.pick([...branches, undefined]);
  // Commits advance with time, and sometimes repeat.
  const next = commits[Math.min(index, commits.length - 1)];
  const commit = random.chance(0.08) ? undefined : random.chance(0.3) ? random.pick(commits) : next;
  return {
    framework: random.chance(0.9) ? 'vitest' : 'jest',
    reporter: { name: random.chance(0.9) ? 'any' : 'report files', version: '1.0.0' },
    status: random.chance(0.07)
      ? ('interrupted' as const)
      : random.chance(0.05)
        ? ('failed' as const)
        : ('passed' as const),
    startedAt: new Date(at).toISOString(),
    durationMs: random.pick([0, 1, 1_000, 60_000, random.below(100_000)]),
    git: {
      ...(branch === undefined ? {} : { branch }),
      ...(commit === undefined ? {} : { commit }),
      ...(tellsBase && branch !== branches[0] ? { baseBranch: branches[0] ?? '' } : {}),
      ...(random.chance(0.1) ? { dirty: true } : random.chance(0.3) ? { dirty: false } : {}),
    },
    ...(random.chance(ciShare) ? { ci: { provider: 'github', runId: `${index}` } } : {}),
    environment: random.chance(0.7) ? (ENVIRONMENTS[0] ?? {}) : random.pick(ENVIRONMENTS),
    ...(random.chance(0.07) ? { partial: ['filter' as const] } : {}),
    ...(random.chance(0.03) ? { errors: [{ message: 'no global set-up' }] } : {}),
  };
}

function brokenFile(random: Random): IngestFile {
  return {
    file: `src/${random.pick(['cart', 'pay'])}.test.ts`,
    durationMs: 1,
    ...(random.chance(0.5) ? { errors: [{ message: 'Cannot find module' }] } : {}),
  };
}
