import { cucumberJson } from './cucumber/cucumber-json.ts';
import { dartJson } from './dart/dart-json.ts';
import { decodedText } from './decoded-text.ts';
import { NunitReader } from './dotnet/nunit-reader.ts';
import { trx } from './dotnet/trx.ts';
import { XunitReader } from './dotnet/xunit-reader.ts';
import { goJson } from './go/go-json.ts';
import { ctrf } from './json/ctrf.ts';
import { jestJson } from './json/jest-json.ts';
import { JsonList, type MakeJsonReader } from './json/json-list.ts';
import { playwrightJson } from './json/playwright-json.ts';
import { vitestJson } from './json/vitest-json.ts';
import { JunitReader } from './junit/junit-reader.ts';
import { mochaJson } from './mocha/mocha-json.ts';
import { mochawesome } from './mocha/mochawesome.ts';
import { BatchCollector, type ReportBatch } from './report-batch.ts';
import { ReportError } from './report-error.ts';
import type { FileFormat } from './report-format.ts';
import type { MakeParsers, ReportParser, SentPath } from './report-parser.ts';
import { tap } from './tap/tap-reader.ts';
import { XmlElements } from './xml/xml-elements.ts';

export interface ReadSettings {
  format: FileFormat;
  sentPath: SentPath;
}

/** Opens a report at its beginning; TRX is read twice. */
export type OpenReport = () => AsyncIterable<Uint8Array>;

/**
 * Reads a report as its bytes arrive and returns its content in pieces. A report of any size takes no more memory
 * than its largest test (for JSON: its largest test file).
 * @throws ReportError during the iteration; the pieces before it are valid.
 */
export async function* readReport(
  open: OpenReport,
  { format, sentPath }: ReadSettings,
): AsyncGenerator<ReportBatch> {
  const batch = new BatchCollector();
  const parsers = PARSERS[format](batch, sentPath);
  for (const [index, parser] of parsers.entries()) {
    try {
      yield* pieces(open(), parser, batch);
    } catch (error) {
      // The last parser meets the same fault, after it has returned what is readable before it.
      if (!(error instanceof ReportError) || index === parsers.length - 1) throw error;
    }
  }
}

async function* pieces(
  bytes: AsyncIterable<Uint8Array>,
  parser: ReportParser,
  batch: BatchCollector,
): AsyncGenerator<ReportBatch> {
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

const PARSERS: Record<FileFormat, MakeParsers> = {
  junit: (into, sentPath) => [new XmlElements(new JunitReader(into, sentPath))],
  ctrf: jsonList(ctrf),
  'vitest-json': jsonList(vitestJson),
  'jest-json': jsonList(jestJson),
  'playwright-json': jsonList(playwrightJson),
  trx,
  'go-json': goJson,
  xunit: (into, sentPath) => [new XmlElements(new XunitReader(into, sentPath))],
  'dart-json': dartJson,
  tap,
  'mocha-json': jsonList(mochaJson),
  mochawesome: jsonList(mochawesome),
  'cucumber-json': jsonList(cucumberJson),
  nunit: (into, sentPath) => [new XmlElements(new NunitReader(into, sentPath))],
};

function jsonList(makeReader: MakeJsonReader): MakeParsers {
  return (into, sentPath) => [new JsonList(makeReader(into, sentPath))];
}
