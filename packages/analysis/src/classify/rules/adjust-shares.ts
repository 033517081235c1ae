import { CLASSIFICATIONS, type Classification } from '@svc/contract/executions/outcomes';
import { isProvedFlake, mayBeKnownFlake, pickCorrectedClass } from '../known-flake.ts';
import { isMassFailure } from '../mass-failure.ts';
import type { Found, FailureWithSignals } from '../model/model.ts';
import type { ReadFailure } from '../read-failure.ts';
import { findBrokenProductFrame } from '../signals/product-error.ts';

// Share that all classes divide equally. It keeps confidences calibrated on failures of other projects, too.
const DOUBT = 0.03;
// How often a person who gave a failure its class is right about the next one with the same fingerprint.
export const FOLLOWED = 0.95;

/** Applies rules that outrank the weights to the classifier's shares of the classes. The result sums to 1. */
export function adjustShares(shares: readonly number[], failure: FailureWithSignals): number[] {
  const allowed = removeForbiddenShares(applyDoubt(shares), failure);
  return limitFlakeShare(
    followCorrection(swapHealableAndRealBug(allowed, failure.found), failure),
    failure.read,
  );
}

/** No text and no history makes a verdict certain: corrections are wrong, too. */
function applyDoubt(shares: readonly number[]): number[] {
  return shares.map((share) => (1 - DOUBT) * share + DOUBT / shares.length);
}

// Share of failures with the texts of one of the two classes that belong to the other: the fix decides, and no text
// contains it.
const SWAPPED = 0.1;

/** Swaps a part of the shares of HEALABLE and REAL_BUG, unless the present change distinguishes the two. */
function swapHealableAndRealBug(shares: readonly number[], found: readonly Found[]): number[] {
  if (found.some(({ signal: { id } }) => id.startsWith('changes.'))) return [...shares];
  const [healable, bug] = [shares[HEALABLE] ?? 0, shares[REAL_BUG] ?? 0];
  const moved = SWAPPED * (healable - bug);
  return shares.map((share, at) => {
    if (at === HEALABLE) return share - moved;
    return at === REAL_BUG ? share + moved : share;
  });
}

const HEALABLE = CLASSIFICATIONS.indexOf('HEALABLE');
const REAL_BUG = CLASSIFICATIONS.indexOf('REAL_BUG');

/**
 * Removes KNOWN_FLAKE where the history forbids it, and where the message is about a step before the tests and there is
 * no proof that the failure goes away by itself; HEALABLE where the product's own code broke.
 */
function removeForbiddenShares(
  given: readonly number[],
  { read, found }: FailureWithSignals,
): number[] {
  const shares = isBrokenProduct(read, found) ? moveShare(given, 'HEALABLE', 'REAL_BUG') : given;
  const flake = CLASSIFICATIONS.indexOf('KNOWN_FLAKE');
  const taken = shares[flake] ?? 0;
  if (isBeforeTests(found) && !isProvedFlake(read)) {
    return moveShare(shares, 'KNOWN_FLAKE', 'INFRA');
  }
  if (mayBeKnownFlake(read)) return [...shares];
  return shares.map((share, at) => (at === flake ? 0 : share / (1 - taken)));
}

function moveShare(shares: readonly number[], from: Classification, to: Classification): number[] {
  const taken = shares[CLASSIFICATIONS.indexOf(from)] ?? 0;
  return shares.map((share, at) => {
    if (CLASSIFICATIONS[at] === from) return 0;
    return CLASSIFICATIONS[at] === to ? share + taken : share;
  });
}

// A test double or a fixture that lacks something makes the product throw; or people gave that class to a similar
// failure.
const OF_TEST = new Set([
  'heal.mock',
  'heal.import',
  'heal.file',
  'changes.test',
  'similar.HEALABLE',
]);

/** Whether the product's own code threw a runtime error, and there is no sign that the test passed wrong input. */
function isBrokenProduct(read: ReadFailure, found: readonly Found[]): boolean {
  return (
    findBrokenProductFrame(read) !== null && !found.some(({ signal }) => OF_TEST.has(signal.id))
  );
}

function isBeforeTests(found: readonly Found[]): boolean {
  return found.some(
    ({ signal, finding }) => signal.beforeTests === true && finding.place === 'message',
  );
}

/**
 * Gives the class that people chose for this fingerprint the share with which people are right. Does so for INFRA, too,
 * if the job failed before any test ran, and not because of the code.
 */
function followCorrection(
  shares: readonly number[],
  { read, found }: FailureWithSignals,
): number[] {
  const { history, shape } = read.given;
  const isSetUp = shape?.failedSetUp !== undefined && !isOfCode(read, found);
  const given =
    findCorrection(read) ?? (isSetUp && history?.corrections === undefined ? 'INFRA' : null);
  if (given === null) return [...shares];
  const at = CLASSIFICATIONS.indexOf(given);
  const rest = 1 - (shares[at] ?? 0);
  const share = Math.max(FOLLOWED, shares[at] ?? 0);
  return shares.map((one, index) => (index === at ? share : (one / (rest || 1)) * (1 - share)));
}

// Below what the gate excuses.
const UNPROVED_FLAKE = 0.85;

/**
 * Limits KNOWN_FLAKE if the author of the change can produce all of its evidence: runs on their own commit, or the
 * correction of a person who may not quarantine.
 */
function limitFlakeShare(shares: readonly number[], { given }: ReadFailure): number[] {
  const { history, retryPassed } = given;
  const isProved =
    (history?.fingerprintFlakyRuns ?? 1) > 0 || history?.isCorrectionTrusted === true;
  const at = CLASSIFICATIONS.indexOf('KNOWN_FLAKE');
  const share = shares[at] ?? 0;
  if (isProved || retryPassed === true || share <= UNPROVED_FLAKE) return [...shares];
  const others = (1 - UNPROVED_FLAKE) / (1 - share || 1);
  return shares.map((one, index) => (index === at ? UNPROVED_FLAKE : one * others));
}

const LASTING = 3;

/** The class that people gave to this fingerprint; null without a correction, and where the correction is outdated. */
export function findCorrection({ given, changed }: ReadFailure): Classification | null {
  const { history, retryPassed, shape } = given;
  const corrected = pickCorrectedClass(history?.corrections);
  if (corrected === null || corrected === 'REAL_BUG') return corrected;
  // An earlier correction does not know of a change to the code that failed, nor of an outage.
  if (changed !== null) return null;
  const isLasting = retryPassed === false && (history?.streak ?? 0) >= LASTING;
  return corrected === 'KNOWN_FLAKE' && (isLasting || isMassFailure(shape)) ? null : corrected;
}

const OF_CODE = new Set([
  'bug.compile',
  'bug.runtime-error',
  'bug.undefined',
  'bug.sql',
  'bug.page-error',
]);

/** The code does not compile or broke, or an assertion does not hold: no step of set-up is to blame. */
function isOfCode({ values, frames }: ReadFailure, found: readonly Found[]): boolean {
  return (
    values !== null || frames.product !== null || found.some(({ signal }) => OF_CODE.has(signal.id))
  );
}
