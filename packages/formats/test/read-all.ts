import { readFileSync } from 'node:fs';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { readReport, type ReadSettings } from '../src/read-report.ts';
import { joinFacts, type ReportAttachment, type RunFacts } from '../src/report-batch.ts';

/** A whole report, for tests. */
export interface WholeReport {
  run: RunFacts;
  files: IngestFile[];
  results: IngestResult[];
  attachments: ReportAttachment[];
  /** What the reading ended with. */
  error: unknown;
}

/** Reads bytes in pieces of `chunkBytes`; paths stay as they are. */
export async function readAll(
  content: string | Uint8Array,
  format: ReadSettings['format'] = 'junit',
  chunkBytes = 64 * 1024,
): Promise<WholeReport> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const whole: WholeReport = { run: {}, files: [], results: [], attachments: [], error: undefined };
  try {
    const settings = { format, sentPath: (path: string) => path };
    for await (const batch of readReport(() => chunksOf(bytes, chunkBytes), settings)) {
      whole.run = joinFacts(whole.run, batch.run);
      whole.files.push(...batch.files);
      whole.results.push(...batch.results);
      whole.attachments.push(...batch.attachments);
    }
  } catch (error) {
    whole.error = error;
  }
  return whole;
}

/** The JUnit report of that name in `fixtures`. */
export function readFixture(name: string): Promise<WholeReport> {
  return readAll(readFileSync(new URL(`fixtures/${name}.xml`, import.meta.url)));
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** One line a result, with what matters of it. */
export function outline({ results }: Pick<WholeReport, 'results'>): string[] {
  return results.map(
    ({ status, file, titlePath, variant, line, attempts, annotations, expectedFailure }) =>
      [
        status,
        `${file}${line === undefined ? '' : `:${line}`}`,
        titlePath.join(' › '),
        ...(variant === undefined ? [] : [`[${variant}]`]),
        ...(expectedFailure === true ? ['known to fail'] : []),
        ...(annotations ?? []).map(({ type, description }) =>
          description === undefined ? `@${type}` : `@${type}: ${description}`,
        ),
        ...(attempts ?? []).map((attempt) => {
          const errors = (attempt.errors ?? []).map(({ message }) => message.split('\n')[0]);
          return `${attempt.status} ${attempt.durationMs} ms${errors.length > 0 ? ` (${errors.join('; ')})` : ''}`;
        }),
      ].join(' | '),
  );
}
