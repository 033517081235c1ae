import { brokenFileWords } from '@svc/reporter-core/report/broken-files';
import { counted } from '@svc/analysis/text/numbers';
import { markdownLink, markdownText } from '@svc/analysis/text/markdown';
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
  const counts = [...countWords(tests), ...brokenFileWords(brokenFiles)].join(' · ');
  const problems = reports.flatMap(({ problem }) =>
    problem === null ? [] : [`${failed} ${problem.place}: ${problem.message}`],
  );
  return [
    outcome(upload),
    `${markdownText(execution.framework)}: ${counts}`,
    items([...problems, ...artifactFacts(artifacts)]),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function outcome({ dryRun, sent, failure, execution, reports }: ReportUpload): string {
  if (dryRun) return `would send to **${markdownText(execution.project ?? '')}**`;
  if (sent === null) {
    return failure === null
      ? `! nothing sent: no test in ${counted(reports.length, 'report')}`
      : `${failed} not sent: ${markdownText(failure.message)}`;
  }
  const facts = [
    `sent ${markdownLink(`${execution.project ?? ''} #${sent.number}`, sent.url)}`,
    statusText(sent.status, { glyphs: UNICODE_GLYPHS }),
    acceptedText(sent.accepted),
    ...(failure === null ? [] : [`the rest was not sent: ${markdownText(failure.message)}`]),
  ];
  return `${failure === null ? passed : failed} ${facts.join(' · ')}`;
}

/** The outcome of each saved run, to paste elsewhere. */
export function savedRunsMarkdown(report: UploadReport): string {
  const lines = [
    ...report.sent.map((file) => {
      const name = `${file.project ?? ''} #${file.number}`.trim();
      const status = statusText(file.status, { glyphs: UNICODE_GLYPHS });
      const artifacts = artifactFacts(file.artifacts).map(markdownText);
      const facts = [`sent ${markdownLink(name, file.url)}`, status, contents(file), ...artifacts];
      return `- ${passed} ${facts.join(' · ')}`;
    }),
    ...report.failed.map(
      (file) => `- ${failed} ${markdownText(`${file.file}: ${file.message}; ${fateOf(file)}`)}`,
    ),
    ...report.elsewhere.map(
      ({ url, count }) => `- ! ${counted(count, 'saved run')} for ${markdownText(url)}`,
    ),
    ...(report.refused.length === 0
      ? []
      : [`- ! ${counted(report.refused.length, 'refused run')} set aside`]),
  ];
  return lines.length === 0 ? 'Nothing to send.' : lines.join('\n');
}

function items(texts: readonly string[]): string {
  return texts.map((text) => `- ${markdownText(text)}`).join('\n');
}
