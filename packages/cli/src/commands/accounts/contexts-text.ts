import { tableLines, type Column } from '../../terminal/lines/table.ts';
import { commandLines, hangingLines } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';

export interface ShownContext {
  name: string;
  url: string;
  credential: 'none' | 'apiKey' | 'session';
  user: string | null;
  isCurrent: boolean;
}

/** The stored servers; every text is safe for a terminal. */
export function contextsText(
  { items, path }: { items: readonly ShownContext[]; path: string },
  look: Look,
): string[] {
  if (items.length === 0) {
    return [
      ...hangingLines(`No contexts in ${path}.`, look.columns),
      ...commandLines('Sign in:', 'svc login --url https://svc.example.com', look.columns),
    ];
  }
  return tableLines(columnsFor(look), items, look);
}

function columnsFor({ colors }: Look): Column<ShownContext>[] {
  return [
    {
      header: 'CONTEXT',
      text: ({ name, isCurrent }) => `${isCurrent ? '* ' : '  '}${name}`,
      paint: (padded, { isCurrent }) => (isCurrent ? colors.green(padded) : padded),
      minColumns: 12,
    },
    { header: 'SERVER', text: ({ url }) => url, minColumns: 12, below: 'same' },
    { header: 'SIGNED IN', text: signedInText, minColumns: 10, below: 'same' },
  ];
}

function signedInText({ credential, user }: ShownContext): string {
  if (credential === 'none') return 'no';
  return credential === 'apiKey' ? 'with an API key' : `as ${user ?? ''}`;
}
