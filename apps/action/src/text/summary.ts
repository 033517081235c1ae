import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { renderMarkdownLink } from '@svc/analysis/text/markdown';
import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { Report } from '../report/report.ts';
import { renderReportFoot, renderReportHead } from './report-head.ts';
import { buildReportSections } from './report-sections.ts';
import { fitSections } from './sections.ts';

// GitHub refuses the summary of a step above 1 MiB. Other steps of the job have their own.
const MOST_BYTES = 1024 * 1024;

/** The job's summary in Markdown, below 1 MiB; says what is left out. `problems` are those of this job alone. */
export function renderSummary(report: Report, problems: readonly string[]): string {
  return fitSections(
    {
      head: [renderReportHead(report), ...problems].join('\n\n'),
      sections: buildReportSections(report, { lines: 60, characters: 12_000 }),
      foot: renderReportFoot(report),
    },
    { most: MOST_BYTES, sizeOf: (text) => Buffer.byteLength(text), items: 200 },
    renderLeftOut(report),
  );
}

// A monorepo has a hundred executions, and the table has their links.
const MOST_LINKS = 3;

/** `… and 37 more failures: web #815`. */
export function renderLeftOut({ executions }: Report): (count: number, noun: string) => string {
  const links = executions.flatMap(({ label, url }) =>
    url === null ? [] : [renderMarkdownLink(shortenLine(label), url)],
  );
  const rest = links.length > MOST_LINKS ? ', …' : '';
  const where = links.length === 0 ? '' : `: ${links.slice(0, MOST_LINKS).join(', ')}${rest}`;
  return (count, noun) =>
    `… and ${formatNumber(count)} more ${count === 1 ? noun.replace(/s$/, '') : noun}${where}`;
}
