import { makeCucumberReader } from './cucumber/cucumber-json.ts';
import { makeDartParsers } from './dart/dart-json.ts';
import { decodeText } from './text/decoded-text.ts';
import { NunitReader } from './dotnet/nunit-reader.ts';
import { makeTrxParsers } from './dotnet/trx.ts';
import { XunitReader } from './dotnet/xunit-reader.ts';
import { makeGoParsers } from './go/go-json.ts';
import { makeCtrfReader } from './json/ctrf.ts';
import { jestJson } from './json/jest-json.ts';
import { JsonList, type MakeJsonReader } from './json/json-list.ts';
import { makePlaywrightReader } from './json/playwright-json.ts';
import { vitestJson } from './json/vitest-json.ts';
import { JunitReader } from './junit/junit-reader.ts';
import { makeMochaReader } from './mocha/mocha-json.ts';
import { makeMochawesomeReader } from './mocha/mochawesome.ts';
import { BatchCollector, type ReportBatch } from './report-batch.ts';
import { ReportError } from './report-error.ts';
import type { FileFormat } from './report-format.ts';
import type { MakeParsers, ReportParser, SentPath } from './report-parser.ts';
import { makeTapParsers } from './tap/tap-reader.ts';
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
      yield* readPieces(open(), parser, batch);
    } catch (error) {
      // The last parser meets the same fault, after it has returned what is readable before it.
      if (!(error instanceof ReportError) || index === parsers.length - 1) throw error;
    }
  }
}

async function* readPieces(
  bytes: AsyncIterable<Uint8Array>,
  parser: ReportParser,
  batch: BatchCollector,
): AsyncGenerator<ReportBatch> {
  try {
    for await (const text of decodeText(bytes)) {
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
  ctrf: makeJsonParsers(makeCtrfReader),
  'vitest-json': makeJsonParsers(vitestJson),
  'jest-json': makeJsonParsers(jestJson),
  'playwright-json': makeJsonParsers(makePlaywrightReader),
  trx: makeTrxParsers,
  'go-json': makeGoParsers,
  xunit: (into, sentPath) => [new XmlElements(new XunitReader(into, sentPath))],
  'dart-json': makeDartParsers,
  tap: makeTapParsers,
  'mocha-json': makeJsonParsers(makeMochaReader),
  mochawesome: makeJsonParsers(makeMochawesomeReader),
  'cucumber-json': makeJsonParsers(makeCucumberReader),
  nunit: (into, sentPath) => [new XmlElements(new NunitReader(into, sentPath))],
};

function makeJsonParsers(makeReader: MakeJsonReader): MakeParsers {
  return (into, sentPath) => [new JsonList(makeReader(into, sentPath))];
}
