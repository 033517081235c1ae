import type { Evidence } from '@svc/contract/analysis/verdicts';
import { labelledLines } from '../../format/lines/labelled-lines.ts';
import type { Look } from '../../format/look.ts';
import { partLines } from './part-lines.ts';
import { shortText } from './short-text.ts';

/** What speaks for a verdict and what against it, and what was not checked. */
export function evidenceLines(
  { evidence, notChecked }: { evidence: readonly Evidence[]; notChecked: readonly string[] },
  look: Look,
): string[] {
  const pro = evidence.filter(({ weight }) => weight >= 0);
  const contra = evidence.filter(({ weight }) => weight < 0);
  return [
    ...part('for', pro, look),
    ...part('against', contra, look),
    ...partLines('not checked', notChecked.length === 0 ? [] : [notChecked.join(' ')], look),
  ];
}

/** `+1.92` */
export function weightText(weight: number): string {
  return `${weight < 0 ? '' : '+'}${weight.toFixed(2)}`;
}

/** What it means, and the words of the input. */
export function evidenceText({ text, quote }: Evidence): string {
  const meaning = shortText(text);
  const words = shortText(quote);
  return words === '' ? meaning : `${meaning}: ${words}`;
}

function part(heading: string, evidence: readonly Evidence[], look: Look): string[] {
  if (evidence.length === 0) return [];
  const { colors, columns } = look;
  return [
    colors.bold(heading),
    ...evidence.flatMap((one) =>
      labelledLines(`  ${weightText(one.weight)}  `, evidenceText(one), columns, colors.dim),
    ),
  ];
}
