import { SOURCES } from '@svc/contract/filters';
import { GRANULARITIES } from '@svc/contract/history/trends';
import { FAILURE_SORTS } from '@svc/contract/history/failures';
import { FLAKY_SORTS } from '@svc/contract/history/flaky-tests';
import type { Execution } from '../attempts.ts';
import type { Random } from './random.ts';
import { byTime } from '../runs.ts';

type Query = Record<string, string>;

const TIME_ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Kolkata',
  'Pacific/Auckland',
];

/** Questions about a history: about all of it, about windows that begin and end with executions, and with filters. */
export function randomQueries(random: Random, executions: readonly Execution[]) {
  const filters = (): Query => randomFilters(random, executions);
  const window = (): Query => randomWindow(random, executions);
  const trends = (): Query => ({
    ...window(),
    ...filters(),
    granularity: random.pick(GRANULARITIES),
    timezone: random.pick(TIME_ZONES),
  });
  return {
    metrics: [{ ...window() }, { ...window(), ...filters() }],
    trends: [trends(), trends()],
    flakyTests: [
      { ...WHOLE, minRuns: '1' },
      {
        ...window(),
        ...filters(),
        minRuns: random.pick(['1', '2', '5']),
        sort: random.pick(FLAKY_SORTS),
      },
    ],
    tests: [
      { ...WHOLE, recent: random.pick(['0', '1', '20', '50']) },
      { ...window(), ...filters(), recent: '5' },
    ],
    failures: [{ ...WHOLE }, { ...window(), ...filters(), sort: random.pick(FAILURE_SORTS) }],
    compare: [randomPair(random, executions), randomPair(random, executions)].filter(
      (pair) => pair !== null,
    ),
  };
}

/** Longer than any history. */
const WHOLE: Query = { from: '2026-10-17', to: '2026-11-21' };

function randomFilters(random: Random, executions: readonly Execution[]): Query {
  const { project, branch, framework, environment } = random.pick(executions);
  const given: Query = {};
  if (random.chance(0.5)) given['project'] = project;
  if (random.chance(0.3) && branch !== null) given['branch'] = branch;
  if (random.chance(0.2)) given['framework'] = framework;
  if (random.chance(0.3)) given['source'] = random.pick(SOURCES);
  if (random.chance(0.2)) given['environment'] = environment['name'] ?? 'nowhere';
  return given;
}

function randomWindow(random: Random, executions: readonly Execution[]): Query {
  if (random.chance(0.3)) return WHOLE;
  const first = Math.min(...executions.map(({ startedAt }) => startedAt));
  const edges = [random.pick(executions), random.pick(executions)].map(
    ({ startedAt }) => startedAt + random.pick([-1, 0, 0, 1]),
  );
  const from = Math.min(...edges);
  const to = Math.max(from + 1, ...edges);
  if (random.chance(0.3)) {
    return { from: dateOf(first), to: dateOf(to + 86_400_000) };
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Two finished executions of a project. */
function randomPair(random: Random, executions: readonly Execution[]) {
  const finished = executions.filter((one) => one.status !== 'running').toSorted(byTime);
  if (finished.length === 0) return null;
  const base = random.pick(finished);
  const others = finished.filter((one) => one !== base && one.project === base.project);
  if (others.length === 0) return null;
  return {
    base: base.id,
    head: random.pick(others).id,
    durationThreshold: random.pick(['0', '0.2', '0.5']),
    minDurationMs: random.pick(['0', '1', '50']),
  };
}
