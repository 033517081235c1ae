import type { BatchCollector } from './report-batch.ts';

/** Reads one report from its text, piece by piece, into a collector. */
export interface ReportParser {
  /** @throws ReportError */
  write(text: string): void;
  /** The end of the report. @throws ReportError */
  close(): void;
}

/** Converts a test file's path in the report to the one that is sent. */
export type SentPath = (path: string) => string;

/**
 * The parsers of one report, each of which reads it from its beginning. Most formats need one. TRX needs two, because
 * it names the classes of its tests at its end.
 */
export type MakeParsers = (into: BatchCollector, sentPath: SentPath) => readonly ReportParser[];
