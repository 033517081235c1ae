import { computePercentile } from '../report.ts';
import type { Endpoint } from './endpoints.ts';
import type { Question } from './questions.ts';

/** How fast one endpoint answered in one mode. */
export interface Times {
  p50Ms: number;
  p95Ms: number;
  /** The slowest request. */
  slowest: Question;
}

/**
 * `cold`: after a restart; `warm`: one at a time; `crowd`: 20 at once, each with a question of its own; `same`: 20 at
 * once that ask the same few questions while nothing new arrives; `beside`: as `same`, beside an upload a second.
 */
export type Mode = 'cold' | 'warm' | 'crowd' | 'same' | 'beside';

export interface EndpointFigures {
  endpoint: Endpoint;
  times: Record<Mode, Times>;
}

/** The figures of one size. Those of whoami come first; the others are divided by them. */
export interface SizeFigures {
  results: number;
  areCachesDropped: boolean;
  endpoints: EndpointFigures[];
}

export interface Asked {
  question: Question;
  ms: number;
}

export function computeTimes(asked: readonly Asked[]): Times {
  const latenciesMs = asked.map(({ ms }) => ms);
  const slowest = asked.toSorted((a, b) => b.ms - a.ms)[0];
  if (slowest === undefined) throw new Error('nothing was asked');
  return {
    p50Ms: computePercentile(latenciesMs, 0.5),
    p95Ms: computePercentile(latenciesMs, 0.95),
    slowest: slowest.question,
  };
}
