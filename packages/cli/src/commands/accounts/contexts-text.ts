import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { wrapCommand, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';

export interface ShownContext {
  name: string;
  url: string;
  credential: 'none' | 'apiKey' | 'session';
  user: string | null;
  isCurrent: boolean;
}

/** The stored servers; every text is safe for a terminal. */
export function formatContexts(
  { items, path }: { items: readonly ShownContext[]; path: string },
  look: Look,
): string[] {
  if (items.length === 0) {
    return [
      ...wrapText(`No contexts in ${path}.`, look.columns),
      ...wrapCommand('Sign in:', 'svc login --url https://svc.example.com', look.columns),
    ];
  }
  return formatTable(buildContextColumns(look), items, look);
}

function buildContextColumns({ colors }: Look): Column<ShownContext>[] {
  return [
    {
      header: 'CONTEXT',
      text: ({ name, isCurrent }) => `${isCurrent ? '* ' : '  '}${name}`,
      paint: (padded, { isCurrent }) => (isCurrent ? colors.green(padded) : padded),
      minColumns: 12,
    },
    { header: 'SERVER', text: ({ url }) => url, minColumns: 12, below: 'same' },
    { header: 'SIGNED IN', text: formatSignedIn, minColumns: 10, below: 'same' },
  ];
}

function formatSignedIn({ credential, user }: ShownContext): string {
  if (credential === 'none') return 'no';
  return credential === 'apiKey' ? 'with an API key' : `as ${user ?? ''}`;
}
