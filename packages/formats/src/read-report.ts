import { decodedText } from './decoded-text.ts';
import { ctrf } from './json/ctrf.ts';
import { jestJson } from './json/jest-json.ts';
import { JsonList } from './json/json-list.ts';
import type { MakeJsonReader } from './json/json-reader.ts';
import { playwrightJson } from './json/playwright-json.ts';
import { vitestJson } from './json/vitest-json.ts';
import { JunitReader } from './junit/junit-reader.ts';
import { BatchCollector, type ReportBatch } from './report-batch.ts';
import type { ReportFormat } from './report-format.ts';
import { XmlElements } from './xml/xml-elements.ts';

export interface ReadSettings {
  format: ReportFormat;
  /** Gives a test file's path as it is sent, from how the report writes it. */
  sentPath: (path: string) => string;
}

/**
 * Reads a report as its bytes come and gives what it holds in pieces, so that a report of any size
 * takes no more memory than its largest test (of JSON: its largest test file).
 * @throws ReportError in the middle of the reading; what was given before is good.
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
    // Also what was read of a piece that turned out to be broken.
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
