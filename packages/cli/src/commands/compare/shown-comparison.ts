import { renderMarkdownCommand } from '@svc/analysis/text/markdown';
import { renderComparison } from '@svc/analysis/markdown/comparison-markdown';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { formatDuration } from '@svc/contract/zod-free/amounts';
import type { Glyphs } from '../../terminal/glyphs.ts';

/** A comparison as `svc compare` shows it; every text in it is safe for a terminal. */
export interface ShownComparison {
  comparison: Comparison;
  /** In words, when the references were ambiguous. */
  choiceNotes: { base: string | undefined; head: string | undefined };
  /** The number of entries that each part shows. */
  limit: number;
  /** The command that shows all of them. */
  moreCommand: string;
  /** The command that shows the head's failures in full. */
  showCommand: string;
}

/** `1.2 s → 2.9 s`. */
export function formatDurations({ base, head }: ComparedTest, { arrow, none }: Glyphs): string {
  const [before, after] = [base, head].map((side) => side && formatDuration(side.durationMs));
  return `${before ?? none} ${arrow} ${after ?? none}`;
}

/** The comparison to paste into a pull request. */
export function renderShownComparison({ comparison, limit, moreCommand }: ShownComparison): string {
  return renderComparison(comparison, { limit, more: renderMarkdownCommand(moreCommand) });
}
