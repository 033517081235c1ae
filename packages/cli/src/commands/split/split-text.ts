import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import type { Look } from '../../terminal/look.ts';
import { formatFullTime } from '@svc/analysis/text/times';
import type { SplitPlan, SplitShard } from './split-plan.ts';

/** All shards as a table: what `svc split` shows without `--index`. */
export function formatSplit(plan: SplitPlan, look: Look): string[] {
  const table = formatTable(buildShardColumns(look), plan.shards, look);
  if (look.quiet) return table;
  return [
    ...wrapText(formatPlanHeading(plan), look.columns).map(look.colors.bold),
    ...formatBasisLines(plan, look),
    '',
    ...table,
    ...wrapText(
      `plan ${plan.digest}. Jobs that print the same plan run each file exactly once.`,
      look.columns,
    ).map(look.colors.dim),
  ];
}

/** One line about a shard, for stderr. */
export function formatShard(plan: SplitPlan, shard: SplitShard): string {
  const { shards, files, digest } = plan;
  const slowestMs = Math.max(...shards.map(({ expectedMs }) => expectedMs ?? 0));
  const time =
    shard.expectedMs === null
      ? 'split by number'
      : `about ${formatDuration(shard.expectedMs)}, the slowest ${formatDuration(slowestMs)}`;
  return `shard ${shard.index} of ${shards.length}: ${formatNumber(shard.files.length)} of ${formatCount(files, 'file')}, ${time}; plan ${digest}`;
}

/** What the split is based on, in a sentence without its end. */
export function formatBasis({ project, before, executions, files, knownFiles }: SplitPlan): string {
  if (project === null || before === null) return 'split by number (--even)';
  const time = formatFullTime(before);
  if (knownFiles === 0) {
    return `split by number: no duration of these files in project ${project} before ${time}`;
  }
  const known = knownFiles === files ? 'all' : formatNumber(knownFiles);
  const others = knownFiles === files ? '' : '; the others count as their median';
  return `durations of ${known} of them from ${formatCount(executions, 'execution')} of ${project} before ${time}${others}`;
}

function formatPlanHeading({ files, shards }: SplitPlan): string {
  return `${formatCount(files, 'file')} in ${formatCount(shards.length, 'shard')}`;
}

function formatBasisLines(plan: SplitPlan, { columns, colors }: Look): string[] {
  return wrapText(formatBasis(plan), columns).map(colors.dim);
}

function buildShardColumns({ glyphs }: Look): Column<SplitShard>[] {
  return [
    { header: 'SHARD', align: 'right', text: ({ index }) => String(index) },
    { header: 'FILES', align: 'right', text: ({ files }) => formatNumber(files.length) },
    {
      header: 'TIME',
      align: 'right',
      text: ({ expectedMs }) => (expectedMs === null ? glyphs.none : formatDuration(expectedMs)),
    },
    {
      header: 'FIRST FILE',
      minColumns: 16,
      below: 'same',
      text: ({ files }) => files[0] ?? glyphs.none,
    },
  ];
}
