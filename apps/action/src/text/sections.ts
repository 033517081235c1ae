/** Markdown, and the number of failures or tests that it shows. */
export interface SectionItem {
  text: string;
  count: number;
}

/** A heading with items. A text shows as many items as fit. */
export interface Section {
  /** Markdown; empty for items that need none. */
  heading: string;
  items: readonly SectionItem[];
  /** How many failures or tests there are, if the items are only the first of them. */
  total: number;
  /** Text between two items. */
  separator: '\n' | '\n\n';
  /** Plural noun of the items: `failures`. */
  noun: string;
}

export interface TextLimit {
  /** The size of the text in the unit that GitHub counts. */
  most: number;
  sizeOf: (text: string) => number;
  /** Most items of a section. */
  items: number;
}

/** How the text names what it leaves out, and where that is. */
export type LeftOutText = (count: number, noun: string) => string;

/**
 * Joins blocks that are always there with sections, in their order. A section that does not fit ends early, and says
 * how many failures or tests are left out.
 */
export function fitSections(
  { head, sections, foot }: { head: string; sections: readonly Section[]; foot: string },
  limit: TextLimit,
  leftOutText: LeftOutText,
): string {
  // Room for the line in each section that says what it leaves out.
  const reserve = sections
    .map(({ total, noun }) => limit.sizeOf(leftOutText(total, noun)) + SEPARATORS)
    .reduce((sum, size) => sum + size, 0);
  const room = limit.most - limit.sizeOf(foot) - reserve - SEPARATORS;
  let text = head;
  for (const section of sections)
    text += renderSection(section, { limit, leftOutText, room, text });
  return foot === '' ? text : `${text}\n\n${foot}`;
}

// Empty lines around a block.
const SEPARATORS = 10;

function renderSection(
  { heading, items, total, separator, noun }: Section,
  {
    limit,
    leftOutText,
    room,
    text,
  }: { limit: TextLimit; leftOutText: LeftOutText; room: number; text: string },
): string {
  if (total === 0) return '';
  let added = heading === '' ? '' : `\n\n${heading}`;
  let used = limit.sizeOf(text) + limit.sizeOf(added);
  let shown = 0;
  for (const [index, item] of items.slice(0, limit.items).entries()) {
    const piece = `${index === 0 ? '\n\n' : separator}${item.text}`;
    const size = limit.sizeOf(piece);
    if (used + size > room) break;
    added += piece;
    used += size;
    shown += item.count;
  }
  const leftOut = total - shown;
  return leftOut <= 0 ? added : `${added}\n\n${leftOutText(leftOut, noun)}`;
}
