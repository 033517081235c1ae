import type { Framework } from '../plan/framework.ts';
import type { HistoryShape } from '../history-shape.ts';
import { hashToUnit, type Random } from '../random.ts';
import type { DriftTruth, TestTruth } from '../truth.ts';

// Unit tests take milliseconds, tests in a browser seconds; a few of each take ten times as long.
const TYPICAL_MS = { vitest: 12, jest: 40, playwright: 1_800 } as const;
const SPREAD = { vitest: 1.3, jest: 1, playwright: 0.6 } as const;

export function drawMedianMs(random: Random, framework: Framework): number {
  // The sum of three random numbers is close enough to a normal distribution.
  const bell = (random.unit() + random.unit() + random.unit() - 1.5) * 2;
  return Math.max(1, Math.round(TYPICAL_MS[framework] * Math.exp(bell * SPREAD[framework])));
}

export function drawDrift(random: Random, { start, end }: HistoryShape): DriftTruth | null {
  const fate = random.unit();
  const factor = Math.round(random.between(1.5, 4) * 100) / 100;
  const at = new Date(Math.floor(random.between(start.getTime(), end.getTime())));
  if (fate < 0.02) return { kind: 'slower', factor };
  return fate < 0.028 ? { kind: 'jump', factor, at } : null;
}

/** The duration of an attempt in milliseconds: the median with the drift so far, and random noise of up to a fifth. */
export function computeDurationMs(
  { medianMs, drift }: TestTruth,
  draw: { key: number; executionKey: number; atMs: number; shape: HistoryShape },
): number {
  const noise = 0.8 + 0.4 * hashToUnit(draw.key ^ DURATION_SALT, draw.executionKey);
  return Math.round(medianMs * noise * computeDriftFactor(drift, draw.atMs, draw.shape));
}

// An arbitrary constant, so that durations do not depend on outcomes.
const DURATION_SALT = 0x5d1f_3a27;

function computeDriftFactor(
  drift: DriftTruth | null,
  atMs: number,
  { start, end }: HistoryShape,
): number {
  if (drift === null) return 1;
  if (drift.kind === 'jump') return atMs >= drift.at.getTime() ? drift.factor : 1;
  const progress = (atMs - start.getTime()) / (end.getTime() - start.getTime());
  return 1 + (drift.factor - 1) * progress;
}
