import { decodedText } from './decoded-text.ts';
import { ctrf } from './json/ctrf.ts';
import { jestJson } from './json/jest-json.ts';
import { JsonList, type MakeJsonReader } from './json/json-list.ts';
import { playwrightJson } from './json/playwright-json.ts';
import { vitestJson } from './json/vitest-json.ts';
import { JunitReader } from './junit/junit-reader.ts';
import { BatchCollector, type ReportBatch } from './report-batch.ts';
import type { ReportFormat } from './report-format.ts';
import { XmlElements } from './xml/xml-elements.ts';

export interface ReadSettings {
  format: ReportFormat;
  /** Converts a test file's path in the report to the one that is sent. */
  sentPath: (path: string) => string;
}

/**
 * Reads a report as its bytes arrive and returns its content in pieces. A report of any size takes no more memory
 * than its largest test (for JSON: its largest test file).
 * @throws ReportError during the iteration; the pieces before it are valid.
 */
export async function* readReport(
  bytes: AsyncIterable<Uint8Array>,
  { format, sentPath }: ReadSettings,
): AsyncGenerator<ReportBatch> {
  const batch = new BatchCollector();
  const parser =
    format === 'junit'
      ? new XmlElements(new JunitReader(batch, sentPath))
      : jsonList(JSON_READERS[format], batch, sentPath);
  try {
    for await (const text of decodedText(bytes)) {
      parser.write(text);
      yield batch.take();
    }
    parser.close();
  } finally {
    // Also returns the readable part of a broken piece.
    yield batch.take();
  }
}

const JSON_READERS: Record<Exclude<ReportFormat, 'junit'>, MakeJsonReader> = {
  ctrf,
  'vitest-json': vitestJson,
  'jest-json': jestJson,
  'playwright-json': playwrightJson,
};

function jsonList(
  makeReader: MakeJsonReader,
  into: BatchCollector,
  sentPath: (path: string) => string,
): JsonList {
  const reader = makeReader(into, sentPath);
  return new JsonList(reader.listPath, reader);
}
