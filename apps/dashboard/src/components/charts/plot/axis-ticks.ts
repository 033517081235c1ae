const COUNT_STEPS = [1, 2, 4, 5, 8, 10];
const COUNT_INTERVALS = 3;
const DURATION_INTERVALS = 4;

// From one second on, by the clock: steps of 100 s would be marks at 1 m 40 s and 3 m 20 s.
const CLOCK_STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600];
const MS_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 250, 500];
const LARGEST_STEP_S = 86_400;

/** The ticks of an axis of counts: 0 and three round steps. The last step is at least the highest count. */
export function computeCountTicks(highest: number): number[] {
  const least = Math.max(1, highest / COUNT_INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (COUNT_STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  return computeTicks(step, COUNT_INTERVALS);
}

/** The ticks of an axis of durations: 0 and four round steps. The last step is at least the longest duration. */
export function computeDurationTicks(longestMs: number): number[] {
  const least = longestMs / DURATION_INTERVALS;
  const steps = [...MS_STEPS, ...CLOCK_STEPS_S.map((seconds) => seconds * 1_000)];
  const step =
    steps.find((one) => one >= least) ??
    Math.ceil(least / (LARGEST_STEP_S * 1_000)) * LARGEST_STEP_S * 1_000;
  return computeTicks(step, DURATION_INTERVALS);
}

function computeTicks(step: number, intervals: number): number[] {
  return Array.from({ length: intervals + 1 }, (_, index) => index * step);
}

/** Which of some evenly spaced marks have a label: the first and the last, and others as far apart as a label needs. */
export function pickLabelledIndexes(
  count: number,
  { width, labelWidth }: { width: number; labelWidth: number },
): number[] {
  if (count === 0) return [];
  const last = count - 1;
  const step = Math.max(1, Math.ceil((labelWidth * last) / Math.max(width, 1)));
  const indexes = Array.from({ length: Math.ceil(last / step) }, (_, index) => index * step);
  // The last label takes the place of one that it would touch.
  return [...indexes.filter((index) => last - index >= step), last];
}
