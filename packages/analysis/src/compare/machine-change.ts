import { MAD_TO_SIGMA } from '../statistics/median-deviation.ts';

/**
 * How much longer the tests of the head took than those of the base: a slower machine shifts all tests. Made from the
 * ratios head / base of all tests that passed in both, without tests of a geometric mean below MIN_GEOMETRIC_MEAN_MS.
 * Unknown with fewer than MIN_RATIOS ratios.
 */
export interface MachineChange {
  /** The median ratio, rounded to six decimals. 1.3: the head's machine took 1.3 times as long. */
  factor: number;
  /** The median absolute deviation of the ratios' natural logarithms from the logarithm of `factor`. */
  logDeviation: number;
}

/** Fewer tests are weak evidence about the machine. */
export const MIN_RATIOS = 10;

/**
 * Below it, the ratio depends on the clock's resolution of a millisecond. The geometric mean favours no side, whereas
 * a limit for one side would select the tests that were slow there by chance.
 */
export const MIN_GEOMETRIC_MEAN_MS = 5;

/**
 * The direction in which a duration changed by at least `minDurationMs` and `durationThreshold`; null: neither. The
 * change must be that large as measured, and also after dividing the head's duration by `machineFactor`: a test that
 * waits takes the same time on a slower machine, and did not become faster. All durations in milliseconds.
 */
export function detectDurationChange(
  { baseMs, headMs }: { baseMs: number; headMs: number },
  { minDurationMs, durationThreshold, machineFactor }: DurationThresholds,
): 'slower' | 'faster' | null {
  const changeMs = headMs - baseMs;
  const ownChangeMs = headMs / (machineFactor ?? 1) - baseMs;
  // With a base of 0 ms the share is infinite, which is enough.
  const isEnough = (ms: number) => ms >= minDurationMs && ms / baseMs >= durationThreshold;
  if (changeMs * ownChangeMs <= 0) return null;
  if (!isEnough(Math.abs(changeMs)) || !isEnough(Math.abs(ownChangeMs))) return null;
  return changeMs > 0 ? 'slower' : 'faster';
}

export interface DurationThresholds {
  /** 0.2 is 20 % of the base's duration. */
  durationThreshold: number;
  minDurationMs: number;
  /** The factor of a MachineChange; null or undefined: unknown, so that only the measured change counts. */
  machineFactor?: number | null | undefined;
}

/**
 * Whether a test's ratio head / base is within the usual ratios of the two executions, for tests whose earlier
 * durations are unknown: median ± 4 × MAD × 1.4826 of the logarithms, inclusive. False for a duration of 0.
 */
export function isUsualRatio(
  { baseMs, headMs }: { baseMs: number; headMs: number },
  { factor, logDeviation }: MachineChange,
): boolean {
  const distance = Math.abs(Math.log(headMs / baseMs) - Math.log(factor));
  return distance <= 4 * logDeviation * MAD_TO_SIGMA + ROUNDING;
}

// The factor is rounded to six decimals. Far below a difference that a clock shows.
const ROUNDING = 1e-6;
