import type { Glyphs } from '../glyphs.ts';

/**
 * Draws values of 0 or more as bars in one line, in their order: `▁▁▂▁▅█`. If there are more values than columns, each
 * column shows the largest of its values, so that no peak is lost. Empty without values.
 */
export function drawSparkline(
  values: readonly number[],
  columns: number,
  { levels }: Pick<Glyphs, 'levels'>,
): string {
  const shown = condenseValues(values, columns);
  const largest = Math.max(0, ...shown);
  return shown
    .map((value) => levels[largest === 0 ? 0 : Math.ceil((value / largest) * (levels.length - 1))])
    .join('');
}

/** Returns at most `count` values, each the maximum of neighbouring values. */
export function condenseValues(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * values.length) / count);
    const to = Math.floor(((index + 1) * values.length) / count);
    return Math.max(...values.slice(from, to));
  });
}
