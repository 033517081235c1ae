import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Total } from '../../../asking/listing.ts';
import { formatTable, type Column } from '../../../terminal/lines/table.ts';
import { wrapCommand } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { formatDuration } from '@svc/contract/zod-free/amounts';
import { formatRelativeTime, formatRemainingTime } from '@svc/analysis/text/times';
import { shortenId } from '../../../wording/short-ids.ts';
import { formatMoreLines } from '../../../wording/more-lines.ts';
import { formatDeliveryStatus, paintDelivery, formatUntil } from './delivery-words.ts';

/** The result of `svc webhooks deliveries`; every text in it is safe for a terminal. */
export interface DeliveryList {
  items: readonly Delivery[];
  total: Total;
  isFiltered: boolean;
  moreCommand: string;
  /** `svc webhooks deliveries a91c44de` */
  showCommand: string;
  testCommand: string;
}

export function formatDeliveries(list: DeliveryList, look: Look): string[] {
  const { items, showCommand, isFiltered, testCommand } = list;
  const { colors, columns, quiet } = look;
  const [newest] = items;
  if (newest === undefined) {
    if (quiet) return [];
    return isFiltered
      ? wrapCommand('No deliveries match. All of them:', showCommand, columns)
      : wrapCommand('Nothing was sent yet. Send a test:', testCommand, columns);
  }
  const problem = items.find(({ status }) => status !== 'delivered') ?? newest;
  const example = wrapCommand('One in full:', `${showCommand} ${shortenId(problem.id)}`, columns);
  return [
    ...formatTable(buildDeliveryColumns(items, look), items, look),
    ...formatMoreLines(list, look),
    ...(quiet ? [] : example.map(colors.dim)),
  ];
}

function buildDeliveryColumns(
  items: readonly Delivery[],
  look: Look,
): (Column<Delivery> | undefined)[] {
  const { colors, glyphs, now } = look;
  const hasErrors = items.some(({ error }) => error !== null);
  return [
    { header: 'ID', text: ({ id }) => shortenId(id) },
    {
      header: 'STATUS',
      text: (delivery) => formatDeliveryStatus(delivery, look),
      paint: (text, delivery) => paintDelivery(delivery, colors)(text),
    },
    { header: 'ANSWER', text: ({ responseStatus }) => String(responseStatus ?? glyphs.none) },
    {
      header: 'EVENT',
      text: ({ eventType }) => eventType, // There is no room for both.
      below: ({ eventType, error }) => (error === null ? eventType : toTerminalLine(error)),
    },
    {
      header: 'WHEN',
      text: ({ lastAttemptAt, createdAt }) => formatRelativeTime(lastAttemptAt ?? createdAt, now),
      below: 'same',
    },
    {
      header: 'NEXT',
      align: 'right',
      text: (delivery) => formatNextAttempt(delivery, now) ?? glyphs.none,
      below: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? undefined : `next ${formatUntil(nextAttemptAt, now)}`,
    },
    { header: 'ATTEMPT', text: formatAttempt, below: 'nothing' },
    {
      header: 'TIME',
      align: 'right',
      leaves: 'first',
      text: ({ durationMs }) => (durationMs === null ? glyphs.none : formatDuration(durationMs)),
      below: 'nothing',
    },
    !hasErrors
      ? undefined
      : {
          header: 'ERROR',
          leaves: 'first',
          minColumns: 16,
          text: ({ error }) => toTerminalLine(error ?? ''),
          paint: colors.dim,
          below: 'nothing',
        },
  ];
}

function formatNextAttempt({ nextAttemptAt }: Delivery, now: Date): string | undefined {
  return nextAttemptAt === null ? undefined : formatRemainingTime(nextAttemptAt, now);
}

/** `3 of 10`; how many there were, once no other follows. */
export function formatAttempt({ attempt, attemptsMost, status }: Delivery): string {
  return status !== 'pending' ? String(attempt) : `${attempt} of ${attemptsMost}`;
}
