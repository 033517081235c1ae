import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { Total } from '../../asking/listing.ts';
import { wrapCommand, wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import type { Look } from '../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { shortenId } from '../../wording/short-ids.ts';
import { formatMoreLines, formatTotal, renderMarkdownMore } from '../../wording/more-lines.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import { formatEntryEnd, paintState, formatState } from './entry-state.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { renderMarkdownTable, escapeMarkdown } from '@svc/analysis/text/markdown';

/** The result of `svc quarantine`; every text in it is safe for a terminal. */
export interface EntryList {
  items: readonly QuarantineEntry[];
  total: Total;
  /** Undefined: all projects. */
  project: string | undefined;
  takenFrom: string | undefined;
  /** Also entries that have ended. */
  hasEnded: boolean;
  moreCommand: string;
}

export function formatEntries(list: EntryList, look: Look): string[] {
  const { items } = list;
  if (items.length === 0) return look.quiet ? [] : formatNoneLines(list, look);
  const columns = buildEntryColumns(list, look);
  return [
    ...(look.quiet ? [] : [...formatHeadingLines(list, look), '']),
    ...formatTable(columns, items, look),
    ...formatMoreLines(list, look),
    ...(look.quiet
      ? []
      : wrapCommand(
          'One in full:',
          `svc quarantine show ${shortenId(items[0]?.id ?? '')}`,
          look.columns,
        ).map(look.colors.dim)),
  ];
}

function formatHeadingLines(list: EntryList, { columns, colors, glyphs }: Look): string[] {
  const kind = list.hasEnded ? 'entries' : 'active entries';
  const facts = [
    formatEntriesPlace(list),
    `${formatTotal(list.total)} ${list.total.count === 1 ? kind.replace(/ies$/, 'y') : kind}`,
  ];
  return wrapFacts(facts, glyphs.dot, columns).map(colors.bold);
}

function formatEntriesPlace({ project, takenFrom }: EntryList): string {
  if (project === undefined) return 'all projects';
  return takenFrom === undefined
    ? toTerminalLine(project)
    : `${toTerminalLine(project)} (${takenFrom})`;
}

function buildEntryColumns({ project }: EntryList, look: Look): Column<QuarantineEntry>[] {
  const { now, glyphs } = look;
  const ofProject: Column<QuarantineEntry>[] =
    project === undefined
      ? [
          {
            header: 'PROJECT',
            minColumns: 8,
            below: 'same',
            text: (entry) => toTerminalLine(entry.project),
          },
        ]
      : [];
  return [
    { header: 'ID', text: ({ id }) => shortenId(id), leaves: 'last' },
    {
      header: 'STATE',
      text: (entry) => formatState(entry, look),
      paint: (text, entry) => paintState(entry, look)(text),
      below: 'same',
    },
    { header: 'ENDS', align: 'right', text: (entry) => formatEntryEnd(entry, now), below: 'same' },
    {
      header: 'EXCUSED',
      align: 'right',
      text: ({ excusedCount }) => (excusedCount === 0 ? glyphs.none : formatNumber(excusedCount)),
      below: ({ excusedCount }) =>
        excusedCount === 0 ? undefined : `${formatNumber(excusedCount)} excused`,
    },
    ...ofProject,
    {
      header: 'TEST',
      minColumns: 18,
      leaves: 'last',
      text: (entry) => formatTestTitle(entry, glyphs),
    },
    {
      header: 'REASON',
      minColumns: 14,
      below: 'same',
      text: ({ reason }) => toTerminalLine(reason),
    },
  ];
}

function formatNoneLines(list: EntryList, { columns }: Look): string[] {
  const kind = list.hasEnded ? 'quarantine entries' : 'active quarantine entries';
  return [
    ...wrapText(`No ${kind} in ${formatEntriesPlace(list)}.`, columns),
    ...wrapText('Excuse known failures of a flaky test until a date:', columns),
    "  svc quarantine add 'part of its title' --reason 'issue 1482'",
  ];
}

/** The same for a pull request. */
export function renderEntriesMarkdown(list: EntryList): string {
  const { items, project } = list;
  const place = project === undefined ? 'all projects' : project;
  if (items.length === 0) return `No quarantine entries in ${escapeMarkdown(place)}.`;
  const rows = items.map(
    ({ titlePath, variant, state, expiresAt, endedAt, excusedCount, reason, owner }) => [
      escapeMarkdown(formatTestTitle({ titlePath, variant }, UNICODE_GLYPHS)),
      state,
      (endedAt ?? expiresAt).slice(0, 10),
      formatNumber(excusedCount),
      escapeMarkdown(reason),
      owner === null ? '' : escapeMarkdown(owner),
    ],
  );
  return [
    `**${escapeMarkdown(place)}**, quarantined tests`,
    renderMarkdownTable(['test', 'state', 'until', 'excused', 'reason', 'owner'], rows),
    ...renderMarkdownMore(list),
  ].join('\n\n');
}
