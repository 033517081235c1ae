import { markdownLink } from '@svc/analysis/text/markdown';
import { counted } from '@svc/analysis/text/numbers';
import type { Report } from '../report/report.ts';
import { statusOf } from '../report/report.ts';
import { reportFoot, reportHead } from './report-head.ts';
import { reportSections } from './report-sections.ts';
import { fittedText } from './sections.ts';
import { leftOutText } from './summary.ts';
import { headline, shortLine } from './words.ts';

// GitHub refuses a comment above 65,536 characters.
const MOST_CHARACTERS = 65_000;

/**
 * The pull request's comment in Markdown, below 65,000 characters; what is left out is said. It depends on the server's
 * answers alone, so that all jobs of a run write the same one. `wasRed`: the run before this one failed.
 */
export function commentText(
  report: Report,
  { marker, wasRed }: { marker: string; wasRed: boolean },
): string {
  const isWell = wasRed && statusOf(report) === 'passed';
  const title = isWell
    ? headline(report).replace('✅ ', '✅ All is well again: ')
    : headline(report);
  const text = fittedText(
    {
      head: [`${marker}\n${reportHead(report, title)}`, ...pageLines(report)].join('\n\n'),
      sections: reportSections(report, { lines: 30, characters: 3_000 }),
      foot: reportFoot(report),
    },
    { most: MOST_CHARACTERS, sizeOf: (text) => text.length, items: 25 },
    leftOutText(report),
  );
  // GitHub would store something else than half a character, and each job would write the comment again.
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
  if (pages.size === 1) return [markdownLink(what, first[1])];
  const links = shown.map(([project, url]) => markdownLink(shortLine(project), url));
  const left = pages.size - shown.length;
  const more = left > 0 ? ` and of ${counted(left, 'more project')}` : '';
  return [`${what}: ${links.join(', ')}${more}`];
}
