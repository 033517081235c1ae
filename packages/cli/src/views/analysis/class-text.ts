import type { Classification } from '@svc/contract/executions/outcomes';
import type { Colors } from '../../format/look.ts';
import type { Glyphs } from '../../format/glyphs.ts';

/** The symbol of a class. */
export function classGlyph(classification: Classification, glyphs: Glyphs): string {
  return glyphs[GLYPH_OF[classification]];
}

/** `✗ REAL_BUG`. Without colours, so that it can be measured; `paintClass` adds them. */
export function classText(classification: Classification, glyphs: Glyphs): string {
  return `${classGlyph(classification, glyphs)} ${classification}`;
}

export function paintClass(classification: Classification, colors: Colors) {
  return colors[COLOR_OF[classification]];
}

/** `87 % sure`. */
export function sureText(confidence: number): string {
  return `${Math.round(confidence * 100)} % sure`;
}

const GLYPH_OF = {
  REAL_BUG: 'failed',
  HEALABLE: 'healable',
  INFRA: 'interrupted',
  KNOWN_FLAKE: 'flaky',
} as const satisfies Record<Classification, keyof Glyphs>;

const COLOR_OF = {
  REAL_BUG: 'red',
  HEALABLE: 'cyan',
  INFRA: 'magenta',
  KNOWN_FLAKE: 'yellow',
} as const satisfies Record<Classification, keyof Colors>;
