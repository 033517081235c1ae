import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { wrapFacts, wrapCommand, wrapText } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { paintStatus, statusText } from '../../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { quoteShellWord } from '../../../errors/proposed-command.ts';
import { type ArtifactOutcome, formatArtifactLines } from '../../../wording/artifact-lines.ts';

/** The outcome of each saved run of an upload; every text in it is safe for a terminal. */
export interface UploadReport {
  sent: SentFile[];
  failed: FailedFile[];
  elsewhere: { url: string; count: number }[];
  /** The folders of these. */
  elsewhereFolders: string[];
  /** The current server. */
  url: string;
  folders: string[];
  /** The paths of refused runs, oldest first. */
  refused: string[];
  /** The command that sends the newest of them again. */
  resendCommand: string | undefined;
}

interface SentFile extends Pick<
  IngestAnswer,
  'executionId' | 'number' | 'url' | 'status' | 'accepted'
> {
  file: string;
  project: string | undefined;
  framework: string | undefined;
  /** Number of errors outside of tests. */
  errors: number;
  /** What the sender should change, though the upload was accepted. */
  warnings: NonNullable<IngestAnswer['warnings']>;
  artifacts: ArtifactOutcome;
}

interface FailedFile {
  file: string;
  kind: string;
  message: string;
  /** It stays in the spool for the next upload. */
  isKept: boolean;
}

export function formatUpload(report: UploadReport, look: Look): string[] {
  const { sent, failed } = report;
  const lines = [
    ...sent.flatMap((file) => formatSentLines(file, look)),
    ...failed.flatMap((file) => formatFailedLines(file, look)),
    ...formatElsewhereLines(report, look),
    ...formatRefusedLines(report, look),
  ];
  if (look.quiet) return lines;
  return [
    ...lines,
    ...(sent.length + failed.length === 0
      ? formatNothingLines(report, look)
      : [formatSummaryLine(report)]),
  ];
}

function formatSentLines(file: SentFile, look: Look): string[] {
  const { project, number, status, accepted, url, artifacts } = file;
  const { colors, glyphs } = look;
  const name = `${project === undefined ? '' : `${toTerminalLine(project)} `}#${number}`;
  const duplicates = accepted.duplicates > 0 ? ` (${accepted.duplicates} already known)` : '';
  const facts = [
    `${colors.green(glyphs.passed)} sent ${colors.bold(look.link(name, url))}`,
    paintStatus(status, colors)(statusText(status, look)),
    `${formatSentContents(file)}${duplicates}`,
    colors.dim(url),
  ];
  const [first = '', ...rest] = wrapFacts(facts, '  ', look.columns);
  return [
    first,
    ...rest.map((line) => `  ${line}`),
    ...formatArtifactLines(artifacts, look),
    ...(artifacts.pending > 0 ? [`  ${colors.dim(KEPT)}`] : []),
  ];
}

/** `6 results`, or `0 tests, 1 error` for a run that ended before its first test. */
export function formatSentContents({
  accepted: { results, duplicates },
  errors,
}: SentFile): string {
  if (results + duplicates > 0) return formatCount(results, 'result');
  return errors === 0 ? '0 tests' : `0 tests, ${formatCount(errors, 'error')}`;
}

function formatFailedLines({ file, kind, message, isKept }: FailedFile, look: Look): string[] {
  const { colors, glyphs, columns } = look;
  const failed = (text: string) => wrapText(`${colors.red(glyphs.failed)} ${text}`, columns);
  const name = toTerminalLine(file);
  const line = `${name}: ${toTerminalLine(message)}`;
  if (kind === 'claimed') return wrapText(`${colors.dim(glyphs.skipped)} ${line}`, columns);
  if (kind === 'corrupt' && !file.endsWith('.json.gz')) {
    return failed(`${name} is not a saved run; left unchanged`);
  }
  if (kind === 'corrupt') return failed(`${name} cannot be read; set aside as .corrupt`);
  return [
    ...failed(line),
    ...wrapFacts([describeFate({ kind, isKept })], ' ', columns - 2).map(
      (text) => `  ${colors.dim(text)}`,
    ),
  ];
}

/** What became of its file. */
export function describeFate({ kind, isKept }: Pick<FailedFile, 'kind' | 'isKept'>): string {
  if (kind === 'corrupt') return 'it cannot be read';
  return isKept ? KEPT : 'set aside as .refused';
}

const KEPT = 'kept for the next upload';

function formatElsewhereLines(report: UploadReport, look: Look): string[] {
  const { elsewhere, elsewhereFolders, url: here } = report;
  if (elsewhere.length === 0) return [];
  const { colors, columns } = look;
  const indented = (text: string, command: string) =>
    wrapCommand(text, command, columns - 2).map((line) => `  ${line}`);
  const sum = elsewhere.reduce((total, { count }) => total + count, 0);
  return [
    ...elsewhere.flatMap(({ url, count }) => [
      ...wrapText(
        `${colors.yellow('!')} ${formatCount(count, 'saved run is', 'saved runs are')} for ${url}`,
        columns,
      ),
      ...indented(`send ${choosePronoun(count)} there:`, `svc upload --url ${quoteShellWord(url)}`),
    ]),
    ...indented(
      `send ${choosePronoun(sum)} to ${here}:`,
      `svc upload ${elsewhereFolders.map(quoteShellWord).join(' ')}`,
    ),
  ];
}

function formatRefusedLines({ refused, resendCommand }: UploadReport, look: Look): string[] {
  if (resendCommand === undefined) return [];
  const { colors, columns } = look;
  const one = refused.length === 1;
  const count = formatCount(refused.length, 'refused run is', 'refused runs are');
  return [
    ...wrapText(`${colors.yellow('!')} ${count} set aside`, columns),
    ...wrapCommand(
      `once the cause is fixed, send ${one ? 'it' : 'one'} again:`,
      resendCommand,
      columns - 2,
    ).map((line) => `  ${line}`),
  ];
}

function choosePronoun(count: number): string {
  return count === 1 ? 'it' : 'them';
}

function formatSummaryLine({ sent, failed }: UploadReport): string {
  return `${sent.length} of ${formatCount(sent.length + failed.length, 'saved run')} sent.`;
}

function formatNothingLines({ folders, elsewhere }: UploadReport, { columns }: Look): string[] {
  if (elsewhere.length > 0) return ['Nothing else to send.'];
  return [
    ...wrapText('Nothing to send: no saved run of this project.', columns),
    ...(folders.length === 0 ? [] : ['Looked in:', ...folders.map((folder) => `  ${folder}`)]),
  ];
}
