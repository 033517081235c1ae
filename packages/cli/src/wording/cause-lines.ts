import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { chooseShownTests } from '@svc/analysis/causes/shown-tests';
import { formatCauseFacts, formatCauseTitle } from '@svc/analysis/causes/cause-words';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { IdentifiedTest } from '@svc/analysis/text/test-names';
import type { Cause } from '@svc/contract/executions/causes';
import { wrapFacts } from '../terminal/lines/wrapped-lines.ts';
import type { Look } from '../terminal/look.ts';

export interface ShownCause<Item extends IdentifiedTest> {
  cause: Cause;
  /** The listed ones of its tests. */
  items: readonly Item[];
  /** How many of them are shown: see `countTestsPerCause`. */
  most: number;
  /** What else is said of the cause. */
  facts?: readonly string[];
}

/**
 * `✗ connect ECONNREFUSED <host> · 434 tests in 61 files · INFRA 96 %`, then its first tests, and how many more there
 * are. `mark` begins the first line; the others are indented.
 */
export function formatCauseLines<Item extends IdentifiedTest>(
  group: ShownCause<Item>,
  { mark, linesOf }: { mark: string; linesOf: (item: Item, look: Look) => string[] },
  look: Look,
): string[] {
  const { colors, columns, glyphs } = look;
  const inner = { ...look, columns: columns - INDENT };
  const facts = [
    formatCauseTitle(group.cause),
    ...formatCauseFacts(group.cause),
    ...(group.facts ?? []),
  ].map((fact) => shortenLine(fact));
  const title = wrapFacts([`${mark}${facts[0]}`, ...facts.slice(1)], glyphs.dot, columns - INDENT);
  const { shown, left } = chooseShownTests(group);
  return [
    ...title.map((line, at) => (at === 0 ? colors.bold(line) : colors.dim(`  ${line}`))),
    ...shown.flatMap((item) => linesOf(item, inner).map((line) => `  ${line}`)),
    ...(left === 0 || shown.length === 0 || look.quiet
      ? []
      : [`  ${colors.dim(`and ${formatCount(left, 'more test')}`)}`]),
  ];
}

const INDENT = 2;
