import { NBSP } from '../../format/rate.ts';

const ENDS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** The end of the axis that a list of intervals shares: a round rate that holds nearly all of them. */
export function pickAxisEnd(intervals: readonly { rate: number; high: number }[]): number {
  const highest = Math.max(0, ...intervals.map(({ rate, high }) => Math.max(rate, high)));
  return ENDS.find((end) => highest <= end) ?? 1;
}

/** Three ticks: 0, the middle and the end. `at` is the share of the axis. */
export function buildAxisTicks(axisEnd: number): { at: number; words: string }[] {
  const percent = (share: number) => {
    const value = Math.round(axisEnd * share * 1_000) / 10;
    return `${value}${NBSP}%`;
  };
  return [
    { at: 0, words: '0' },
    { at: 0.5, words: percent(0.5) },
    { at: 1, words: percent(1) },
  ];
}
