import { formatBrokenFiles } from '@svc/reporter-core/report/broken-files';
import { formatCount } from '@svc/contract/amounts';
import { renderMarkdownLink, escapeMarkdown } from '@svc/analysis/text/markdown';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { statusText } from '../../terminal/status.ts';
import type { ReportUpload } from './reports/report-upload.ts';
import { artifactFacts } from '../../wording/artifact-lines.ts';
import { acceptedText, countWords } from './reports/report-upload-text.ts';
import { contents, fateOf, type UploadReport } from './saved-runs/upload-text.ts';

const { passed, failed } = UNICODE_GLYPHS;

/** The reports of an upload and their outcome, to paste elsewhere. */
export function reportUploadMarkdown(upload: ReportUpload): string {
  const { execution, tests, brokenFiles, reports, artifacts } = upload;
  const counts = [...countWords(tests), ...formatBrokenFiles(brokenFiles)].join(' · ');
  const problems = reports.flatMap(({ problem }) =>
    problem === null ? [] : [`${failed} ${problem.place}: ${problem.message}`],
  );
  return [
    outcome(upload),
    `${escapeMarkdown(execution.framework)}: ${counts}`,
    items([...problems, ...artifactFacts(artifacts)]),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function outcome({ dryRun, sent, failure, execution, reports }: ReportUpload): string {
  if (dryRun) return `would send to **${escapeMarkdown(execution.project ?? '')}**`;
  if (sent === null) {
    return failure === null
      ? `! nothing sent: no test in ${formatCount(reports.length, 'report')}`
      : `${failed} not sent: ${escapeMarkdown(failure.message)}`;
  }
  const facts = [
    `sent ${renderMarkdownLink(`${execution.project ?? ''} #${sent.number}`, sent.url)}`,
    statusText(sent.status, { glyphs: UNICODE_GLYPHS }),
    acceptedText(sent.accepted),
    ...(failure === null ? [] : [`the rest was not sent: ${escapeMarkdown(failure.message)}`]),
  ];
  return `${failure === null ? passed : failed} ${facts.join(' · ')}`;
}

/** The outcome of each saved run, to paste elsewhere. */
export function savedRunsMarkdown(report: UploadReport): string {
  const lines = [
    ...report.sent.map((file) => {
      const name = `${file.project ?? ''} #${file.number}`.trim();
      const status = statusText(file.status, { glyphs: UNICODE_GLYPHS });
      const artifacts = artifactFacts(file.artifacts).map(escapeMarkdown);
      const facts = [
        `sent ${renderMarkdownLink(name, file.url)}`,
        status,
        contents(file),
        ...artifacts,
      ];
      return `- ${passed} ${facts.join(' · ')}`;
    }),
    ...report.failed.map(
      (file) => `- ${failed} ${escapeMarkdown(`${file.file}: ${file.message}; ${fateOf(file)}`)}`,
    ),
    ...report.elsewhere.map(
      ({ url, count }) => `- ! ${formatCount(count, 'saved run')} for ${escapeMarkdown(url)}`,
    ),
    ...(report.refused.length === 0
      ? []
      : [`- ! ${formatCount(report.refused.length, 'refused run')} set aside`]),
  ];
  return lines.length === 0 ? 'Nothing to send.' : lines.join('\n');
}

function items(texts: readonly string[]): string {
  return texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');
}
