import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { renderMarkdownLink } from '@svc/analysis/text/markdown';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Report } from '../report/report.ts';
import { pickWorstStatus } from '../report/report.ts';
import { renderReportFoot, renderReportHead } from './report-head.ts';
import { buildReportSections } from './report-sections.ts';
import { fitSections } from './sections.ts';
import { renderLeftOut } from './summary.ts';
import { formatHeadline } from './words.ts';

// GitHub refuses a comment above 65,536 characters.
const MOST_CHARACTERS = 65_000;

/**
 * The pull request's comment in Markdown, below 65,000 characters; says what is left out. It depends on the server's
 * answers alone, so that all jobs of a run write the same one. `wasRed`: the run before this one failed.
 */
export function renderComment(
  report: Report,
  { marker, wasRed }: { marker: string; wasRed: boolean },
): string {
  const isWell = wasRed && pickWorstStatus(report) === 'passed';
  const title = isWell
    ? formatHeadline(report).replace('✅ ', '✅ All is well again: ')
    : formatHeadline(report);
  const text = fitSections(
    {
      head: [`${marker}\n${renderReportHead(report, title)}`, ...pageLines(report)].join('\n\n'),
      sections: buildReportSections(report, { lines: 30, characters: 3_000 }),
      foot: renderReportFoot(report),
    },
    { most: MOST_CHARACTERS, sizeOf: (text) => text.length, items: 25 },
    renderLeftOut(report),
  );
  // GitHub would replace half a surrogate pair, and each job would write the comment again.
  return text.toWellFormed();
}

// A monorepo may report to a hundred.
const MOST_PROJECTS = 5;

/** A comment is of one workflow: where everything is that ran for the pull request. */
function pageLines({ executions }: Report): string[] {
  const pages = new Map(
    executions.flatMap(({ pullRequest: page }) =>
      page ? [[page.project, page.url] as const] : [],
    ),
  );
  const shown = [...pages].slice(0, MOST_PROJECTS);
  const [first] = shown;
  if (first === undefined) return [];
  const what = 'All executions of this pull request';
  if (pages.size === 1) return [renderMarkdownLink(what, first[1])];
  const links = shown.map(([project, url]) => renderMarkdownLink(shortenLine(project), url));
  const left = pages.size - shown.length;
  const more = left > 0 ? ` and of ${formatCount(left, 'more project')}` : '';
  return [`${what}: ${links.join(', ')}${more}`];
}
