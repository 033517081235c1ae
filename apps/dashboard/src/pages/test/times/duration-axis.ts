/** The intervals of the axis. */
export const AXIS_STEPS = 4;

const ROUND = [1, 2, 2.5, 5, 10];

/** The end of an axis from 0 that holds a duration and has round ticks: four steps of 1, 2, 2.5 or 5 times a power of 10. */
export function axisEndMs(longestMs: number): number {
  const step = Math.max(longestMs / AXIS_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(step));
  const round = ROUND.find((factor) => factor * power >= step) ?? 10;
  return round * power * AXIS_STEPS;
}
