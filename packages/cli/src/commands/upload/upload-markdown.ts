import { formatBrokenFiles } from '@svc/reporter-core/report/broken-files';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { renderMarkdownLink, escapeMarkdown } from '@svc/analysis/text/markdown';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { statusText } from '../../terminal/status.ts';
import type { ReportUpload } from './reports/report-upload.ts';
import { formatArtifactFacts } from '../../wording/artifact-lines.ts';
import { formatAccepted, formatCountWords } from './reports/report-upload-text.ts';
import { formatSentContents, describeFate, type UploadReport } from './saved-runs/upload-text.ts';

const { passed, failed } = UNICODE_GLYPHS;

/** The reports of an upload and their outcome, to paste elsewhere. */
export function renderReportUploadMarkdown(upload: ReportUpload): string {
  const { execution, tests, brokenFiles, reports, artifacts } = upload;
  const counts = [...formatCountWords(tests), ...formatBrokenFiles(brokenFiles)].join(' · ');
  const problems = reports.flatMap(({ problem }) =>
    problem === null ? [] : [`${failed} ${problem.place}: ${problem.message}`],
  );
  return [
    renderOutcome(upload),
    `${escapeMarkdown(execution.framework)}: ${counts}`,
    renderItems([...problems, ...formatArtifactFacts(artifacts)]),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderOutcome({ dryRun, sent, failure, execution, reports }: ReportUpload): string {
  if (dryRun) return `would send to **${escapeMarkdown(execution.project ?? '')}**`;
  if (sent === null) {
    return failure === null
      ? `! nothing sent: no test in ${formatCount(reports.length, 'report')}`
      : `${failed} not sent: ${escapeMarkdown(failure.message)}`;
  }
  const facts = [
    `sent ${renderMarkdownLink(`${execution.project ?? ''} #${sent.number}`, sent.url)}`,
    statusText(sent.status, { glyphs: UNICODE_GLYPHS }),
    formatAccepted(sent.accepted),
    ...(failure === null ? [] : [`the rest was not sent: ${escapeMarkdown(failure.message)}`]),
  ];
  return `${failure === null ? passed : failed} ${facts.join(' · ')}`;
}

/** The outcome of each saved run, to paste elsewhere. */
export function renderSavedRunsMarkdown(report: UploadReport): string {
  const lines = [
    ...report.sent.map((file) => {
      const name = `${file.project ?? ''} #${file.number}`.trim();
      const status = statusText(file.status, { glyphs: UNICODE_GLYPHS });
      const artifacts = formatArtifactFacts(file.artifacts).map(escapeMarkdown);
      const facts = [
        `sent ${renderMarkdownLink(name, file.url)}`,
        status,
        formatSentContents(file),
        ...artifacts,
      ];
      return `- ${passed} ${facts.join(' · ')}`;
    }),
    ...report.failed.map(
      (file) =>
        `- ${failed} ${escapeMarkdown(`${file.file}: ${file.message}; ${describeFate(file)}`)}`,
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

function renderItems(texts: readonly string[]): string {
  return texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');
}
