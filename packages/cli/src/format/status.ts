import type { ExecutionStatus, ResultStatus } from '@svc/contract/ingest';
import type { Colors, Look } from './look.ts';

export type ShownStatus = ExecutionStatus | ResultStatus | 'flaky';

/** A status as symbol and word: `✗ failed`. Without colours, so that it can be measured; `paintStatus` adds them. */
export function statusText(status: ShownStatus, look: Pick<Look, 'glyphs'>): string {
  return `${look.glyphs[status]} ${status === 'timedOut' ? 'timed out' : status}`;
}

export function statusGlyph(status: ShownStatus, look: Look): string {
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
