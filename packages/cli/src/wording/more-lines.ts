import { formatNumber } from '@svc/contract/zod-free/amounts';
import { renderMarkdownCommand } from '@svc/analysis/text/markdown';
import { wrapCommand } from '../terminal/lines/wrapped-lines.ts';
import type { Look } from '../terminal/look.ts';
import type { Total } from '../asking/listing.ts';

export interface Shortened {
  items: readonly unknown[];
  total: Total;
  /** The command that shows more of them. */
  moreCommand: string;
}

/** `20 of 57. More: svc …` below a list that is cut; nothing with `-q`. */
export function formatMoreLines(list: Shortened, look: Look): string[] {
  const text = formatMore(list);
  if (text === undefined || look.quiet) return [];
  return wrapCommand(text, list.moreCommand, look.columns).map((line) => look.colors.dim(line));
}

/** The same for Markdown. */
export function renderMarkdownMore(list: Shortened): string[] {
  const text = formatMore(list);
  return text === undefined ? [] : [`${text} ${renderMarkdownCommand(list.moreCommand)}`];
}

/** `57`, or `more than 100` if counting stopped. */
export function formatTotal({ count, isAtLeast }: Total): string {
  return isAtLeast ? `more than ${formatNumber(count)}` : formatNumber(count);
}

function formatMore({ items, total }: Shortened): string | undefined {
  if (!total.isAtLeast && total.count <= items.length) return undefined;
  return `${formatNumber(items.length)} of ${formatTotal(total)}. More:`;
}
