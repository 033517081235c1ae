import type { BlockingItem, Gate, GateCause } from '@svc/contract/gate/gate';
import {
  buildBlockingRows,
  buildExcusedRows,
  countGateRows,
  isNotable,
} from '../gate/gate-rows.ts';
import { countTestsPerCause } from '../causes/shown-tests.ts';
import { collectFingerprints, formatFingerprintList } from '../fingerprint/fingerprint-words.ts';
import {
  formatBaseName,
  formatCutRows,
  formatExcuse,
  formatExpiringEntry,
  formatGateCounts,
  formatGateVerdict,
  ONLY_NEW,
} from '../gate/gate-words.ts';
import { escapeMarkdown, renderMarkdownInlineCode, renderMarkdownLink } from '../text/markdown.ts';
import { renderRowLines } from './failure-markdown.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';
import { type NamedTest } from '../text/test-names.ts';
import { renderTest } from './test-markdown.ts';

/**
 * The gate's answer on an execution as Markdown for a pull request. `place`: its branch and commit. `limit`: entries of
 * each list. `more`: Markdown that says where all of them are.
 */
export function renderGate(
  gate: Gate,
  { place, limit, more }: { place: string | undefined; limit: number; more: string },
): string {
  const { verdict, project, executionNumber, url, undecided, expiring } = gate;
  const name = renderMarkdownLink(`${project} #${executionNumber}`, url);
  const facts = [
    ...(place === undefined ? [] : [place]),
    formatGateCounts(gate),
    ...(gate.blocksOnlyNew ? [ONLY_NEW] : []),
  ];
  const counts = countGateRows(gate);
  const [blocking, excused] = [buildBlockingRows(gate), buildExcusedRows(gate)];
  const cut =
    formatCutRows(blocking, { count: counts.blocking, total: gate.counts.blocking, limit }) ??
    formatCutRows(excused, { count: counts.excused, total: gate.counts.excused, limit });
  const lines = [
    ...blocking.slice(0, limit).map((row) =>
      renderRowLines(row, {
        mark: `${STATUS_MARKS.failed} **blocks**`,
        most: countTestsPerCause(blocking, limit),
        line: (item) => renderBlockingItem(item, gate),
        note: (item) => (isNotable(item) ? `: ${escapeMarkdown(item.why)}` : ''),
        facts: (cause) => formatCauseOnBase(cause, gate),
      }),
    ),
    ...excused.slice(0, limit).map((row) =>
      renderRowLines(row, {
        mark: `${STATUS_MARKS.skipped} excused`,
        most: countTestsPerCause(excused, limit),
        line: (item) => renderExcused(item, item),
        note: (item) => `: ${escapeMarkdown(formatExcuse(item))}`,
      }),
    ),
    ...expiring.map((entry) => `- ! ${escapeMarkdown(formatExpiringEntry(entry))}`),
  ];
  const blocks = [
    `### ${formatGateVerdict(verdict)}: ${name}`,
    facts.map(escapeMarkdown).join(' · '),
    undecided === null ? '' : escapeMarkdown(undecided.why),
    lines.join('\n'),
    cut?.endsWith(':') === true ? `${cut} ${more}` : (cut ?? ''),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** An excused test, and why its failure does not block. */
export function renderExcused(test: NamedTest, excuse: Parameters<typeof formatExcuse>[0]): string {
  return `${renderTest(test)}: ${escapeMarkdown(formatExcuse(excuse))}`;
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
  return `${renderTest(item)}: ${why}${inBase}${cause}`;
}

/** How many failures of a cause the base has. */
function formatCauseOnBase({ failures, onBase }: GateCause, { base }: Gate): string[] {
  if (base === null || onBase === 0) return [];
  return [`${onBase === failures ? 'all' : onBase} failed in ${formatBaseName(base)}, too`];
}
