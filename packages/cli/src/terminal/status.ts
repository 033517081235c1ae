import { formatStatus } from '@svc/analysis/text/status-marks';
import type { ExecutionStatus, ResultStatus } from '@svc/contract/executions/ingest';
import type { Outcome } from '@svc/contract/executions/outcomes';
import type { Colors, Look } from './look.ts';
import type { Glyphs } from './glyphs.ts';

export type ShownStatus = ExecutionStatus | ResultStatus | 'flaky';

/** A status as symbol and word: `✗ failed`. Without colours, so that it can be measured; `paintStatus` adds them. */
export function statusText(status: ShownStatus, look: Pick<Look, 'glyphs'>): string {
  return formatStatus(status, look.glyphs);
}

export function paintStatusGlyph(status: ShownStatus, look: Look): string {
  return paintStatus(status, look.colors)(look.glyphs[status]);
}

export function paintStatus(status: ShownStatus, colors: Colors): (text: string) => string {
  return colors[COLOR_OF[status]];
}

const COLOR_OF = {
  passed: 'green',
  failed: 'red',
  flaky: 'yellow',
  skipped: 'dim',
  interrupted: 'magenta',
  timedOut: 'red',
  running: 'cyan',
} as const satisfies Record<ShownStatus, keyof Colors>;

/** One symbol for each of the last runs, oldest first: `✓✓±✗✓`. */
export function formatOutcomeStrip(outcomes: readonly Outcome[], glyphs: Glyphs): string {
  return outcomes.map((outcome) => glyphs[outcome]).join('');
}

/** The same with colours, as wide as `padded`. */
export function paintStrip(padded: string, outcomes: readonly Outcome[], look: Look): string {
  const plain = formatOutcomeStrip(outcomes, look.glyphs);
  const painted = outcomes.map((outcome) => paintStatusGlyph(outcome, look)).join('');
  return padded.replace(plain, () => painted);
}
