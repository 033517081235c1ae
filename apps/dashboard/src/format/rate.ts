import { formatNumber } from '@svc/contract/zod-free/amounts';

/** No-break space, between a number and its unit. */
export const NBSP = '\u00a0';

/** A fraction as per cent with one decimal: `98.4 %`; an en dash for null, which means 0 of 0. */
export function formatRate(rate: number | null): string {
  return rate === null ? '–' : `${roundPercent(rate)}${NBSP}%`;
}

/** The same in two parts, which have different sizes in a figure. */
export function splitRate(rate: number | null): { number: string; unit: string } {
  return rate === null ? { number: '–', unit: '' } : { number: roundPercent(rate), unit: '%' };
}

/** A change as whole per cent with its sign: `+138 %`; `new` where there was nothing before. */
export function formatRateDelta(rate: number | null): string {
  if (rate === null) return 'new';
  const percent = Math.round(rate * 100);
  return `${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}${NBSP}%`;
}

/** An interval of fractions, with its unit once: `4.1–10.2 %`. */
export function formatInterval({ low, high }: { low: number; high: number }): string {
  return `${roundPercent(low)}–${roundPercent(high)}${NBSP}%`;
}

/** How sure a verdict is: `87 % sure`. */
export function formatConfidence(confidence: number): string {
  return `${formatPercent(confidence)} sure`;
}

/** A fraction as per cent without decimals: `87 %`. */
export function formatPercent(fraction: number): string {
  return `${Math.round(fraction * 100)}${NBSP}%`;
}

/** The weight of a piece of evidence with its sign: `+1.5`, `−0.8`. */
export function formatWeight(weight: number): string {
  const amount = Math.abs(weight).toFixed(1);
  return `${weight < 0 ? '−' : '+'}${amount}`;
}

/**
 * The change of a rate in percentage points: `2.6 points lower`, `unchanged`; null when one of the two is unknown.
 * `better` says which direction is good.
 */
export function formatRateChange(
  { from, to }: { from: number | null; to: number | null },
  better: 'higher' | 'lower',
): Change | null {
  if (from === null || to === null) return null;
  const points = Math.round((to - from) * 1_000) / 10;
  return formatChange(points, better, `${Math.abs(points).toFixed(1)} points`);
}

/** The change of a duration in per cent: `18.5 % slower`; null when there is nothing to compare with. */
export function formatDurationChange({
  fromMs,
  toMs,
}: {
  fromMs: number | null;
  toMs: number | null;
}): Change | null {
  if (fromMs === null || toMs === null || fromMs === 0) return null;
  const rate = Math.round((toMs / fromMs - 1) * 1_000) / 10;
  if (rate === 0) return UNCHANGED;
  return {
    text: `${Math.abs(rate).toFixed(1)}${NBSP}% ${rate > 0 ? 'slower' : 'faster'}`,
    tone: rate > 0 ? 'worse' : 'better',
  };
}

/** The change of a count: `14 more`, `3 fewer`. */
export function formatCountChange(
  { from, to }: { from: number; to: number },
  better: 'more' | 'fewer' | 'neither',
): Change {
  const difference = to - from;
  if (difference === 0) return UNCHANGED;
  const direction = difference > 0 ? 'more' : 'fewer';
  const tone = better === 'neither' ? 'neutral' : direction === better ? 'better' : 'worse';
  return { text: `${formatNumber(Math.abs(difference))} ${direction}`, tone };
}

/** A change in words, and whether it is good. */
export interface Change {
  text: string;
  tone: 'better' | 'worse' | 'neutral';
}

const UNCHANGED: Change = { text: 'unchanged', tone: 'neutral' };

function formatChange(difference: number, better: 'higher' | 'lower', amount: string): Change {
  if (difference === 0) return UNCHANGED;
  const direction = difference > 0 ? 'higher' : 'lower';
  return { text: `${amount} ${direction}`, tone: direction === better ? 'better' : 'worse' };
}

/** A fraction above 0 or below 1 is never shown as 0.0 or 100.0. */
function roundPercent(rate: number): string {
  const rounded = Math.round(rate * 1_000) / 10;
  if (rounded === 0 && rate > 0) return '<0.1';
  if (rounded === 100 && rate < 1) return '>99.9';
  return rounded.toFixed(1);
}
