import { open, stat } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import {
  isEmptyReport,
  RECOGNITION_BYTES,
  recognizeFormat,
  type ReportFormat,
} from '@svc/formats/report-format';
import { readStatedTime } from '../reading/stated-time.ts';

/** A report on disk, not read to its end yet. */
export interface ReportFile {
  /** Absolute; the folder of an Allure report. */
  path: string;
  /** Absolute paths of the files with its content: several for an Allure report, for others `path`. */
  contents: readonly string[];
  /** The folder that paths in the report may be relative to. */
  folder: string;
  /** The path relative to the current directory, for display. */
  shown: string;
  format: ReportFormat;
  sizeBytes: number;
  modifiedAt: Date;
  /** One of the times that the report states, in epoch ms; undefined if it states none. */
  statedAt: number | undefined;
}

/** A file by its first bytes. An empty file may be the report of a crashed tool. */
export type DescribedFile =
  | { kind: 'report' | 'empty'; file: ReportFile }
  | { kind: 'other'; head: string };

/** Recognizes a file as a report, or takes the format that the user names. */
export async function describeFile(
  path: string,
  { directory, format: given }: { directory: string; format: ReportFormat | undefined },
): Promise<DescribedFile> {
  const head = await readHead(path);
  const isEmpty = isEmptyReport(head);
  const format = given ?? findFormat(basename(path), { head, isEmpty });
  if (format === undefined) return { kind: 'other', head };
  const file = await readReportFile(path, format, directory);
  // Next to complete results, an empty one is a test whose outcome is lost.
  return { kind: isEmpty && format !== 'allure' ? 'empty' : 'report', file };
}

function findFormat(
  name: string,
  { head, isEmpty }: { head: string; isEmpty: boolean },
): ReportFormat | undefined {
  const recognized = isEmpty ? undefined : recognizeFormat(head);
  if (recognized !== undefined) return recognized;
  if (OF_ALLURE.test(name)) return 'allure';
  return isEmpty ? 'junit' : undefined;
}

// A file that was cut off before its first keys has only its name.
const OF_ALLURE = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}-(?:result|container)\.json$/i;

async function readReportFile(
  path: string,
  format: ReportFormat,
  directory: string,
): Promise<ReportFile> {
  const { size, mtime } = await stat(path);
  return {
    path,
    contents: [path],
    folder: dirname(path),
    shown: toShownPath(path, directory),
    format,
    sizeBytes: size,
    modifiedAt: mtime,
    // One file of an Allure report is not enough: see `allure-folders.ts`.
    statedAt: format === 'allure' ? undefined : await readStatedTime(path, format),
  };
}

/** Relative, if the path is inside. */
export function toShownPath(path: string, directory: string): string {
  const shown = relative(directory, path);
  return shown === '' || shown.startsWith('..') ? path : shown;
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(RECOGNITION_BYTES), 0);
    const bytes = buffer.subarray(0, bytesRead);
    const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0 || bytes[1] === 0;
    // Good enough to recognize ASCII in either byte order.
    return isUtf16
      ? bytes.toString('latin1').replaceAll(/[\0\u00fe\u00ff]/g, '')
      : bytes.toString();
  } finally {
    await file.close();
  }
}
