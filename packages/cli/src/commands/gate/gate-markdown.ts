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
import { formatCount } from '@svc/contract/amounts';
import type { BlockingItem, ExcusedFailure, Gate, GateCause } from '@svc/contract/gate/gate';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownInlineCode,
  renderMarkdownLink,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { allFingerprints, listedFingerprints } from '../../wording/fingerprints.ts';
import { resultPlace, resultTitle } from '../../wording/test-names.ts';
import {
  baseName,
  countsText,
  excuseText,
  expiringText,
  ONLY_NEW,
  VERDICT_WORDS,
  verdictGlyph,
  type ShownGate,
  cutText,
} from './gate-parts.ts';

/** The same for a pull request. */
export function gatesMarkdown(shown: readonly ShownGate[], now: Date): string {
  return shown.map((one) => gateBlock(one, now)).join('\n\n');
}

function gateBlock({ gate, place, limit, moreCommand }: ShownGate, now: Date): string {
  const { verdict, project, executionNumber, url, undecided, expiring } = gate;
  const name = renderMarkdownLink(`${project} #${executionNumber}`, url);
  const title = `${verdictGlyph(verdict, { glyphs: UNICODE_GLYPHS })} ${VERDICT_WORDS[verdict]}`;
  const facts = [
    ...(place === undefined ? [] : [place]),
    countsText(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const counts = countGateRows(gate);
  const [blocking, excused] = [buildBlockingRows(gate), buildExcusedRows(gate)];
  const cut = [
    cutText(blocking, { count: counts.blocking, total: gate.counts.blocking, limit }),
    cutText(excused, { count: counts.excused, total: gate.counts.excused, limit }),
  ].find((text) => text !== undefined);
  const lines = [
    ...rowLines(blocking, limit, {
      mark: `- ${UNICODE_GLYPHS.failed} **blocks** `,
      lineOf: (item) => blockingText(item, gate),
      inCause: (item) => (isNotable(item) ? `: ${escapeMarkdown(item.why)}` : ''),
      factsOf: ({ failures, onBase }) =>
        gate.base === null || onBase === 0
          ? []
          : [`${onBase === failures ? 'all' : onBase} failed in ${baseName(gate.base)}, too`],
    }),
    ...rowLines(excused, limit, {
      mark: `- ${UNICODE_GLYPHS.skipped} excused `,
      lineOf: (item) => `${nameText(item)}: ${escapeMarkdown(excuseText(item))}`,
      inCause: (item) => `: ${escapeMarkdown(excuseText(item))}`,
      factsOf: () => [],
    }),
    ...expiring.map((entry) => `- ! ${escapeMarkdown(expiringText(entry, now))}`),
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
function rowLines<Item extends BlockingItem | ExcusedFailure>(
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
      ...shown.map((item) => `  - ${nameText(item)}${inCause(item)}`),
      ...(left > 0 && shown.length > 0 ? [`  - and ${formatCount(left, 'more test')}`] : []),
    ];
  });
}

function blockingText(item: BlockingItem, { base }: Gate): string {
  const why = escapeMarkdown(item.why);
  if (item.titlePath === null) return why;
  const inBase =
    item.onBase && base !== null ? escapeMarkdown(` It failed in ${baseName(base)}, too.`) : '';
  const all = allFingerprints(item);
  const cause = all.length === 0 ? '' : ` ${renderMarkdownInlineCode(listedFingerprints(all))}`;
  return `${nameText(item)}: ${why}${inBase}${cause}`;
}

function nameText({ titlePath, variant, file, line }: BlockingItem | ExcusedFailure): string {
  const title = resultTitle({ titlePath: titlePath ?? [], variant }, UNICODE_GLYPHS);
  const where =
    file === null ? '' : ` (${renderMarkdownInlineCode(shortenLine(resultPlace({ file, line })))})`;
  return `${escapeMarkdown(shortenLine(title, TITLE_CHARACTERS))}${where}`;
}
