import type { Outcome } from '@svc/contract/outcomes';
import type { Glyphs } from './glyphs.ts';
import type { Look } from './look.ts';
import { statusGlyph } from './status.ts';

/** One symbol for each of the last runs, oldest first: `✓✓±✗✓`. */
export function outcomeStrip(outcomes: readonly Outcome[], glyphs: Glyphs): string {
  return outcomes.map((outcome) => glyphs[outcome]).join('');
}

/** The same with colours, as wide as `padded`. */
export function paintedStrip(padded: string, outcomes: readonly Outcome[], look: Look): string {
  const plain = outcomeStrip(outcomes, look.glyphs);
  const painted = outcomes.map((outcome) => statusGlyph(outcome, look)).join('');
  return padded.replace(plain, () => painted);
}
