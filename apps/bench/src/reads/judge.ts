import type { BenchRow } from '../report.ts';
import { BASELINE } from './endpoints.ts';
import type { EndpointFigures, SizeFigures } from './times.ts';

/** A figure of one endpoint with its target. */
export interface Judged {
  of: EndpointFigures;
  row: BenchRow;
}

// The size whose absolute times have targets, and the size with which its times are compared.
const TARGET_RESULTS = 10_000_000;
const GROWTH_FROM_RESULTS = 1_000_000;
const MAX_GROWTH = 1.5;

/**
 * Every p95 of the last size, and its growth from one million to ten million results. Only ten million have targets.
 */
export function judge(sizes: readonly SizeFigures[]): Judged[] {
  const size = sizes.at(-1);
  if (size === undefined) return [];
  const before = sizes.find(({ results }) => results === GROWTH_FROM_RESULTS);
  return [
    ...judgeP95s(size, 'warm'),
    ...judgeP95s(size, 'crowd'),
    ...judgeP95s(size, 'same'),
    ...judgeP95s(size, 'beside'),
    ...(size.results === TARGET_RESULTS && before !== undefined ? judgeGrowths(before, size) : []),
  ];
}

const MODE_NAMES = {
  warm: 'one at a time',
  crowd: '20 at once',
  same: '20 at once, nothing new',
  beside: '20 at once, an upload a second',
};

// What twenty people wait for who look at the same pages.
const SAME_AT_MOST_MS = { same: 50, beside: 150 };

function judgeP95s({ results, endpoints }: SizeFigures, mode: keyof typeof MODE_NAMES): Judged[] {
  return endpoints.map((of) => {
    const { name } = of.endpoint;
    const p95AtMostMs =
      mode === 'same' || mode === 'beside' ? SAME_AT_MOST_MS[mode] : of.endpoint.p95AtMostMs;
    const hasTarget = p95AtMostMs !== undefined && results === TARGET_RESULTS;
    return {
      of,
      row: {
        bench: 'reads',
        figure: `${formatSize(results)}, ${MODE_NAMES[mode]}, p95: ${name}`,
        value: of.times[mode].p95Ms,
        unit: 'ms',
        ...(hasTarget ? { target: { atMost: p95AtMostMs } } : {}),
      },
    };
  });
}

function judgeGrowths(before: SizeFigures, size: SizeFigures): Judged[] {
  const sizes = `${formatSize(size.results)} / ${formatSize(before.results)}`;
  return size.endpoints.flatMap((of) => {
    const smaller = before.endpoints.find(({ endpoint }) => endpoint === of.endpoint);
    if (smaller === undefined) return [];
    const row = {
      bench: 'reads',
      figure: `${sizes}, one at a time, p50: ${of.endpoint.name}`,
      value: of.times.warm.p50Ms / smaller.times.warm.p50Ms,
      unit: '',
    };
    // The growth of the baseline shows how busy the machine was, so it has no target.
    if (of.endpoint === BASELINE) return [{ of, row }];
    return [{ of, row: { ...row, target: { atMost: MAX_GROWTH } } }];
  });
}

/** `1e6` for a million. */
export function formatSize(results: number): string {
  return results.toExponential().replace('e+', 'e');
}
