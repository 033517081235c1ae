import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { wrapCommand } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatKeyBounds } from '@svc/analysis/text/key-bounds';
import { formatRelativeTime, formatRemainingTime } from '@svc/analysis/text/times';
import { formatMoreLines, type Shortened } from '../../wording/more-lines.ts';

/** The result of `svc keys`; every text in it is safe for a terminal. */
export interface KeyList extends Shortened {
  items: readonly ListedApiKey[];
  /** How many expired and revoked keys are left out. */
  hidden: number;
}

export function formatKeys(list: KeyList, look: Look): string[] {
  const { items, hidden } = list;
  const { colors, columns, quiet } = look;
  const hiddenLines =
    hidden === 0 || quiet
      ? []
      : wrapCommand(`${hidden} expired or revoked:`, 'svc keys --all', columns).map(colors.dim);
  if (items.length === 0) {
    return [
      'No active API keys.',
      ...wrapCommand('Create one:', 'svc keys create CI --scope ingest', columns),
      ...hiddenLines,
    ];
  }
  return [
    ...formatTable(buildKeyColumns(look), items, look),
    ...formatMoreLines(list, look),
    ...hiddenLines,
  ];
}

/** `scope ingest`, `only project web`, `20 reads and 10 writes a minute`, `ends in 89 d`. */
export function formatKeyFacts(key: ListedApiKey, now: Date): string[] {
  const { readsPerMinute, writesPerMinute } = key.limits;
  return [
    `scope ${key.scope}`,
    ...formatKeyBounds(key),
    `${readsPerMinute} reads and ${writesPerMinute} writes a minute`,
    formatKeyEnd(key, now) ?? 'without an end',
  ];
}

function buildKeyColumns({ glyphs, colors, now }: Look): Column<ListedApiKey>[] {
  return [
    { header: 'NAME', text: ({ name }) => name, minColumns: 12 },
    { header: 'KEY', text: ({ hint }) => `svc_${glyphs.ellipsis}${hint}` },
    {
      header: 'SCOPE', // The bounds themselves are in --json: a table has no room for patterns.
      text: (key) => (formatKeyBounds(key).length === 0 ? key.scope : `${key.scope}, bound`),
      below: 'same',
    },
    {
      header: 'STATUS',
      text: ({ status }) => status,
      paint: (padded, { status }) => (status === 'active' ? padded : colors.dim(padded)),
      below: ({ status }) => (status === 'active' ? undefined : status),
    },
    {
      header: 'A MINUTE',
      align: 'right',
      text: ({ limits }) => `${limits.readsPerMinute}/${limits.writesPerMinute}`,
      leaves: 'first',
      below: 'nothing',
    },
    {
      header: 'USED',
      text: ({ lastUsedAt }) =>
        lastUsedAt === null ? 'never' : formatRelativeTime(lastUsedAt, now),
      below: ({ lastUsedAt }) =>
        lastUsedAt === null ? 'never used' : `used ${formatRelativeTime(lastUsedAt, now)}`,
    },
    {
      header: 'ENDS',
      text: (key) => formatRemaining(key, now) ?? glyphs.none,
      below: (key) => (key.status === 'active' ? formatKeyEnd(key, now) : undefined),
    },
  ];
}

function formatKeyEnd(key: ListedApiKey, now: Date): string | undefined {
  const end = formatRemaining(key, now);
  return end === undefined ? undefined : `ends ${end}`;
}

/** `in 89 d`, `2 d ago`; undefined if it never ends. */
function formatRemaining({ expiresAt }: ListedApiKey, now: Date): string | undefined {
  if (expiresAt === null) return undefined;
  return Date.parse(expiresAt) <= now.getTime()
    ? formatRelativeTime(expiresAt, now)
    : `in ${formatRemainingTime(expiresAt, now)}`;
}
