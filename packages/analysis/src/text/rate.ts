/**
 * A share from 0 to 1 as `18.2 %`. 0 % and 100 % mean exactly none or all: one failure in ten thousand is `> 99.9 %`.
 * Returns `none` if there is no data.
 */
export function formatRate(rate: number | null, { none }: { none: string }): string {
  if (rate === null) return none;
  if (rate > 0 && rate < 0.0005) return '< 0.1 %';
  if (rate < 1 && rate >= 0.9995) return '> 99.9 %';
  return `${(rate * 100).toFixed(1)} %`;
}
