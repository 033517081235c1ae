import type { IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { BatchCollector } from '../report-batch.ts';
import type { SentPath } from '../report-parser.ts';
import { parseTapPlace } from './tap-place.ts';

/** Passes on results, files and errors of TAP, each with the file that its titles or `prove` name. */
export class TapOutput {
  readonly sentPath: SentPath;
  /** The file that `prove -v` runs. */
  provedFile: string | undefined;
  readonly #into: BatchCollector;

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#into = into;
    this.sentPath = sentPath;
  }

  tell(facts: { framework?: string; durationMs?: number; status?: 'failed' }): void {
    this.#into.tell(facts);
  }

  add(result: IngestResult): void {
    const { file = 'unknown', titlePath } = parseTapPlace(result.titlePath);
    this.#into.add({ ...result, file: this.sentPath(this.provedFile ?? file), titlePath });
  }

  addFile(file: string, durationMs: number): void {
    this.#into.addFile({ file: this.sentPath(file), durationMs });
  }

  /** An error outside tests: of the file if the report names it, otherwise of the run. */
  fail(error: TestError, titles: readonly string[] = []): void {
    const { file = this.provedFile, titlePath } = parseTapPlace([...titles, '']);
    const suite = titlePath.filter((title) => title !== '').join(' › ');
    const message = suite === '' ? error.message : `${suite}: ${error.message}`;
    const errors = [{ ...error, message }];
    if (file === undefined) this.#into.tell({ errors });
    else this.#into.addFile({ file: this.sentPath(file), durationMs: 0, errors });
  }
}
