import { createReadStream } from 'node:fs';
import { readAllureResults } from '@svc/formats/allure/read-allure-results';
import { readReport } from '@svc/formats/read-report';
import type { ReportBatch } from '@svc/formats/report-batch';
import { toAllureFile } from '../files/allure-folders.ts';
import type { ReportFile } from '../files/report-file.ts';

/** How much of a report is read; updated during the reading. */
export interface Progress {
  /** Bytes read so far, of a report of one file. */
  readBytes: number;
  /** Opened files of a folder, each twice. */
  files: number;
}

/** Reads a report of any format: one file, or the files of a folder. */
export function readAnyReport(
  { path, contents, format }: ReportFile,
  { sentPath, progress }: { sentPath: (path: string) => string; progress: Progress },
): AsyncGenerator<ReportBatch> {
  if (format === 'allure') {
    const files = contents.map(toAllureFile).map(({ name, open }) => ({
      name,
      open: () => {
        progress.files++;
        return open();
      },
    }));
    return readAllureResults(files, { sentPath });
  }
  const open = async function* (): AsyncGenerator<Uint8Array> {
    progress.readBytes = 0;
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) {
      progress.readBytes += chunk.length;
      yield chunk;
    }
  };
  return readReport(open, { format, sentPath });
}

const CHUNK_BYTES = 64 * 1024;

/** Progress from 0 to 1. */
export function computeShare(
  { format, contents, sizeBytes }: ReportFile,
  progress: Progress,
): number {
  if (format === 'allure') return Math.min(1, progress.files / (2 * contents.length));
  return sizeBytes === 0 ? 1 : progress.readBytes / sizeBytes;
}
