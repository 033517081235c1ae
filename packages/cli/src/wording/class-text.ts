import {
  toCandidates,
  deriveLabel,
  formatUnsure,
  type Label,
  type LabelFields,
} from '@svc/analysis/verdicts/verdict-label';
import type { Classification } from '@svc/contract/executions/outcomes';
import type { Colors } from '../terminal/look.ts';
import type { Glyphs } from '../terminal/glyphs.ts';

/** The symbol of a label. */
export function chooseClassGlyph(label: Label, glyphs: Glyphs): string {
  return label === 'unsure' ? '?' : glyphs[GLYPH_OF[label]];
}

/** `✗ REAL_BUG`, `? unsure`. Without colours, so that it can be measured; `paintClass` adds them. */
export function formatClass(label: Label, glyphs: Glyphs): string {
  return `${chooseClassGlyph(label, glyphs)} ${label}`;
}

/** An unsure verdict has no colour: each would name a class. */
export function paintClass(label: Label, colors: Colors): (text: string) => string {
  return label === 'unsure' ? (text) => text : colors[COLOR_OF[label]];
}

/** `✗ REAL_BUG  87 % sure`, `? unsure: real bug 49 %, healable 47 %`. */
export function formatLabelledVerdict(verdict: Verdict, glyphs: Glyphs, between: string): string {
  const label = deriveLabel(verdict);
  return label === 'unsure'
    ? `${chooseClassGlyph(label, glyphs)} ${formatUnsure(toCandidates(verdict))}`
    : `${formatClass(label, glyphs)}${between}${formatConfidence(verdict.confidence)}`;
}

type Verdict = Parameters<typeof toCandidates>[0];

/** What a list says of a verdict: its class, the candidates of an unsure one, or nothing without a verdict. */
export function formatLabelFacts({ classification, candidates }: LabelFields): string[] {
  if (classification !== null) return [classification];
  return candidates === undefined ? [] : [formatUnsure(candidates)];
}

/** `87 % sure`. */
export function formatConfidence(confidence: number): string {
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
