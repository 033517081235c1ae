import type { Classification } from '@svc/contract/executions/outcomes';
import { CLASSES_BY_SEVERITY } from '../verdicts/class-words.ts';
import type { Failure, FailureHistory } from './failure.ts';
import { isMassFailure } from './mass-failure.ts';
import type { ReadFailure } from './read-failure.ts';

/**
 * True if the failure's past permits the class KNOWN_FLAKE. A flaky test catches real bugs too, so the test's name is
 * not enough: this very failure must have gone away by itself before, or the same code must have passed. If this
 * failure's past is unknown, the test's own past and the texts decide, unless retries failed.
 */
export function mayBeKnownFlake({ given, changed }: ReadFailure): boolean {
  const { history, retryPassed, shape } = given;
  if (isMassFailure(shape)) return false;
  if (hasPassedToo(given)) return true;
  if (changed !== null || history?.isNewFingerprint === true) return false;
  if (history?.fingerprintFlakyRuns !== undefined) return history.fingerprintFlakyRuns > 0;
  if (retryPassed === false) return false;
  const test = history?.test;
  if (test === undefined) return true;
  return test.flakyRuns > 0 || (test.failures >= 1 && test.failures <= test.runs / 2);
}

/** Whether it is proved that this very failure goes away by itself. */
export function isProvedFlake({ given }: ReadFailure): boolean {
  return hasPassedToo(given) || (given.history?.fingerprintFlakyRuns ?? 0) > 0;
}

function hasPassedToo({ retryPassed, history }: Failure): boolean {
  return retryPassed === true || history?.passAndFailSameCommit === true;
}

/** The class that most people gave; of equal numbers, the class that hides least. Null without a class. */
export function pickCorrectedClass(
  corrections: FailureHistory['corrections'],
): Classification | null {
  let most: Classification | null = null;
  for (const one of CLASSES_BY_SEVERITY) {
    if ((corrections?.[one] ?? 0) > (most === null ? 0 : (corrections?.[most] ?? 0))) most = one;
  }
  return most;
}
