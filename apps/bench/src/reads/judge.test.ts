import { expect, it } from 'vitest';
import { isMissed } from '../report.ts';
import { BASELINE, ENDPOINTS } from './endpoints.ts';
import { judge } from './judge.ts';
import { questions } from './questions.ts';
import type { Mode, SizeFigures, Times } from './times.ts';

const METRICS = ENDPOINTS.find(({ name }) => name === 'metrics') ?? BASELINE;

it('judges ten million results by their p95 and by how they grew from a million', () => {
  const sizes = [makeSize(1e6, { warmMs: 20 }), makeSize(1e7, { warmMs: 31 })];
  expect(lines(sizes)).toEqual([
    '1e7, one at a time, p95: whoami 2 of 15',
    '1e7, one at a time, p95: metrics 62 of 100',
    '1e7, 20 at once, p95: whoami 2 of 15',
    '1e7, 20 at once, p95: metrics 310 of 100 NO',
    '1e7, 20 at once, nothing new, p95: whoami 2 of 50',
    '1e7, 20 at once, nothing new, p95: metrics 2 of 50',
    '1e7, 20 at once, an upload a second, p95: whoami 2 of 150',
    '1e7, 20 at once, an upload a second, p95: metrics 2 of 150',
    '1e7 / 1e6, one at a time, p50: whoami 1 of any',
    '1e7 / 1e6, one at a time, p50: metrics 1.55 of 1.5 NO',
  ]);
});

it('has no growth without the smaller size, and no targets below ten million', () => {
  expect(lines([makeSize(1e7, { warmMs: 31 })])).toHaveLength(8);
  expect(lines([makeSize(1e5, { warmMs: 20 }), makeSize(1e6, { warmMs: 900 })])).toEqual([
    '1e6, one at a time, p95: whoami 2 of any',
    '1e6, one at a time, p95: metrics 1800 of any',
    '1e6, 20 at once, p95: whoami 2 of any',
    '1e6, 20 at once, p95: metrics 9000 of any',
    '1e6, 20 at once, nothing new, p95: whoami 2 of any',
    '1e6, 20 at once, nothing new, p95: metrics 2 of any',
    '1e6, 20 at once, an upload a second, p95: whoami 2 of any',
    '1e6, 20 at once, an upload a second, p95: metrics 2 of any',
  ]);
});

function lines(sizes: SizeFigures[]): string[] {
  return judge(sizes).map(({ row }) => {
    const target = row.target !== undefined && 'atMost' in row.target ? row.target.atMost : 'any';
    return `${row.figure} ${row.value} of ${target}${isMissed(row) ? ' NO' : ''}`;
  });
}

/** p95 twice the p50, and five times as much with 20 at once. */
function makeSize(results: number, { warmMs }: { warmMs: number }): SizeFigures {
  const still = makeTimes(1);
  return {
    results,
    areCachesDropped: true,
    endpoints: [
      { endpoint: BASELINE, times: timesOf(still, still, still) },
      {
        endpoint: METRICS,
        times: timesOf(still, makeTimes(warmMs), makeTimes(5 * warmMs)),
      },
    ],
  };
}

/** The modes with a cache take as long as the baseline. */
function timesOf(cold: Times, warm: Times, crowd: Times): Record<Mode, Times> {
  return { cold, warm, crowd, same: makeTimes(1), beside: makeTimes(1) };
}

function makeTimes(p50Ms: number): Times {
  return { p50Ms, p95Ms: 2 * p50Ms, slowest: questions.whoami() };
}
