import {
  chooseShownTests,
  countTestsPerCause,
  TITLE_CHARACTERS,
} from '@svc/analysis/causes/shown-tests';
import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import {
  buildBlockingRows,
  buildExcusedRows,
  isNotable,
  countGateRows,
  type GateRow,
} from '@svc/analysis/causes/gate-rows';
import { formatCauseFacts, formatCauseTitle } from '@svc/analysis/causes/cause-words';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { BlockingItem, ExcusedFailure, Gate, GateCause } from '@svc/contract/gate/gate';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownInlineCode,
  renderMarkdownLink,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { collectFingerprints, formatFingerprintList } from '../../wording/fingerprints.ts';
import { formatTestPlace, formatTestTitle } from '../../wording/test-names.ts';
import {
  formatBaseName,
  formatGateCounts,
  formatExcuse,
  formatExpiringEntry,
  ONLY_NEW,
  VERDICT_WORDS,
  chooseVerdictGlyph,
  type ShownGate,
  formatCutRows,
} from './gate-parts.ts';

/** The same for a pull request. */
export function renderGatesMarkdown(shown: readonly ShownGate[], now: Date): string {
  return shown.map((one) => renderGate(one, now)).join('\n\n');
}

function renderGate({ gate, place, limit, moreCommand }: ShownGate, now: Date): string {
  const { verdict, project, executionNumber, url, undecided, expiring } = gate;
  const name = renderMarkdownLink(`${project} #${executionNumber}`, url);
  const title = `${chooseVerdictGlyph(verdict, { glyphs: UNICODE_GLYPHS })} ${VERDICT_WORDS[verdict]}`;
  const facts = [
    ...(place === undefined ? [] : [place]),
    formatGateCounts(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const counts = countGateRows(gate);
  const [blocking, excused] = [buildBlockingRows(gate), buildExcusedRows(gate)];
  const cut = [
    formatCutRows(blocking, { count: counts.blocking, total: gate.counts.blocking, limit }),
    formatCutRows(excused, { count: counts.excused, total: gate.counts.excused, limit }),
  ].find((text) => text !== undefined);
  const lines = [
    ...renderRowLines(blocking, limit, {
      mark: `- ${UNICODE_GLYPHS.failed} **blocks** `,
      lineOf: (item) => renderBlockingItem(item, gate),
      inCause: (item) => (isNotable(item) ? `: ${escapeMarkdown(item.why)}` : ''),
      factsOf: ({ failures, onBase }) =>
        gate.base === null || onBase === 0
          ? []
          : [`${onBase === failures ? 'all' : onBase} failed in ${formatBaseName(gate.base)}, too`],
    }),
    ...renderRowLines(excused, limit, {
      mark: `- ${UNICODE_GLYPHS.skipped} excused `,
      lineOf: (item) => `${renderName(item)}: ${escapeMarkdown(formatExcuse(item))}`,
      inCause: (item) => `: ${escapeMarkdown(formatExcuse(item))}`,
      factsOf: () => [],
    }),
    ...expiring.map((entry) => `- ! ${escapeMarkdown(formatExpiringEntry(entry, now))}`),
  ];
  const blocks = [
    `### ${title}: ${name}`,
    facts.map(escapeMarkdown).join(' · '),
    undecided === null ? '' : escapeMarkdown(undecided.why),
    lines.join('\n'),
    cut === undefined
      ? ''
      : cut.endsWith(':')
        ? `${cut} ${renderMarkdownCommand(moreCommand)}`
        : cut,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** A line for each cause with its first tests below it, and for each failure that has a cause of its own. */
function renderRowLines<Item extends BlockingItem | ExcusedFailure>(
  rows: readonly GateRow<Item>[],
  limit: number,
  {
    mark,
    lineOf,
    inCause,
    factsOf,
  }: {
    mark: string;
    lineOf: (item: Item) => string;
    /** What is said of a failure below its cause. */
    inCause: (item: Item) => string;
    factsOf: (cause: GateCause) => string[];
  },
): string[] {
  const most = countTestsPerCause(rows, limit);
  return rows.slice(0, limit).flatMap((row) => {
    if (row.kind === 'test') return [mark + lineOf(row.item)];
    const { cause, items } = row;
    const { shown, left } = chooseShownTests({ cause, items, most });
    const facts = [formatCauseTitle(cause), ...formatCauseFacts(cause), ...factsOf(cause)].map(
      escapeMarkdown,
    );
    return [
      mark + facts.join(' · '),
      ...shown.map((item) => `  - ${renderName(item)}${inCause(item)}`),
      ...(left > 0 && shown.length > 0 ? [`  - and ${formatCount(left, 'more test')}`] : []),
    ];
  });
}

function renderBlockingItem(item: BlockingItem, { base }: Gate): string {
  const why = escapeMarkdown(item.why);
  if (item.titlePath === null) return why;
  const inBase =
    item.onBase && base !== null
      ? escapeMarkdown(` It failed in ${formatBaseName(base)}, too.`)
      : '';
  const all = collectFingerprints(item);
  const cause = all.length === 0 ? '' : ` ${renderMarkdownInlineCode(formatFingerprintList(all))}`;
  return `${renderName(item)}: ${why}${inBase}${cause}`;
}

function renderName({ titlePath, variant, file, line }: BlockingItem | ExcusedFailure): string {
  const title = formatTestTitle({ titlePath: titlePath ?? [], variant }, UNICODE_GLYPHS);
  const where =
    file === null
      ? ''
      : ` (${renderMarkdownInlineCode(shortenLine(formatTestPlace({ file, line })))})`;
  return `${escapeMarkdown(shortenLine(title, TITLE_CHARACTERS))}${where}`;
}
