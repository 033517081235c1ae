import { randomUUID } from 'node:crypto';
import type { IngestExecution, IngestFile } from '@svc/contract/executions/ingest';
import type { ReportBatch } from '@svc/formats/report-batch';
import { collectArtifacts } from '@svc/reporter-core/artifacts/collect-artifacts';
import {
  type BrokenFiles,
  countBrokenFiles,
  buildFileKey,
} from '@svc/reporter-core/report/broken-files';
import { fitBody, FittedRun } from '@svc/reporter-core/redact/fit-body';
import { makeRedact, type Redact } from '@svc/reporter-core/redact/redact';
import type { LeftOut } from '@svc/reporter-core/report/artifact';
import type { UploadPiece } from '@svc/reporter-core/upload/ingest-requests';
import { isWanted, withWantedOutput } from '@svc/reporter-core/report/wanted-results';
import type { ReportExecution } from '../sending/report-execution.ts';
import type { ReportFile } from '../files/report-file.ts';
import { findReportedFile } from '../files/report-paths.ts';
import type { Sender } from '../sending/run-description.ts';

export interface PiecesSettings extends Pick<Sender, 'directory' | 'env'> {
  /** Never sent as part of a text. */
  apiKey: string | undefined;
}

/** Prepares pieces for sending: selected, redacted and cut, as in reporters. */
export class ReportPieces {
  /** Attachments that are not sent. */
  readonly leftOut: LeftOut[] = [];
  readonly redact: Redact;
  readonly #directory: string;
  readonly #execution: ReportExecution;
  readonly #fitted = new FittedRun();
  readonly #runId = randomUUID().slice(0, 8);
  /** Files whose output is sent, because one of their results is. */
  readonly #wantedFiles = new Set<string>();
  /** Files with errors outside their tests. A file without results did not load. */
  readonly #erroneousFiles = new Set<string>();
  readonly #filesWithResults = new Set<string>();
  #count = 0;

  constructor({ directory, apiKey, env }: PiecesSettings, execution: ReportExecution) {
    this.#directory = directory;
    this.#execution = execution;
    const { options } = execution;
    this.redact = makeRedact({ apiKey, env, names: options.redact });
  }

  get brokenFiles(): BrokenFiles {
    return countBrokenFiles(this.#erroneousFiles, this.#filesWithResults);
  }

  /** The execution, redacted and cut, as far as it is known. */
  fitted(): IngestExecution {
    return fitBody(this.#execution.body(), this.redact).execution;
  }

  async *buildPieces(
    batches: AsyncIterable<{ batch: ReportBatch; file: ReportFile }>,
    deadlineAt: number,
  ): AsyncGenerator<UploadPiece> {
    for await (const { batch, file } of batches) {
      const artifacts = await this.#chooseArtifacts(batch, file, deadlineAt);
      const { files, results } = this.#removeUnwanted(batch);
      for (const file of files)
        if (file.errors?.length) this.#erroneousFiles.add(buildFileKey(file));
      for (const result of results) this.#filesWithResults.add(buildFileKey(result));
      const fitted = fitBody(
        { ...this.#execution.body(), files, results },
        this.redact,
        this.#fitted,
      );
      yield { files: fitted.files ?? [], results: fitted.results, artifacts };
    }
  }

  async #chooseArtifacts(
    { results, attachments }: ReportBatch,
    file: ReportFile,
    deadlineAt: number,
  ) {
    if (attachments.length === 0) return [];
    const directory = this.#directory;
    const { folder } = file;
    const found = attachments.map((attachment) => {
      const { content } = attachment;
      const path =
        'path' in content && findReportedFile(content.path, { directory, folder, root: undefined });
      return path ? { ...attachment, content: { path } } : attachment;
    });
    this.#count++;
    const { artifacts, leftOut } = await collectArtifacts(
      { execution: TIMELESS, files: [], results, attachments: found, artifactFolders: [folder] },
      { options: this.#execution.options, directory, runId: `${this.#runId}-${this.#count}` },
      deadlineAt,
    );
    this.leftOut.push(...leftOut);
    return artifacts;
  }

  /** Removes unwanted output: a file's output is wanted if one of its results is. */
  #removeUnwanted({ files, results }: ReportBatch): {
    files: IngestFile[];
    results: ReportBatch['results'];
  } {
    const { includeOutput } = this.#execution.options;
    for (const result of results) {
      if (isWanted(result, includeOutput)) this.#wantedFiles.add(buildFileKey(result));
    }
    const report = { execution: TIMELESS, files, results };
    const chosen = withWantedOutput(report, includeOutput);
    return {
      results: chosen.results,
      files: files.map((file, index) =>
        this.#wantedFiles.has(buildFileKey(file)) ? file : (chosen.files[index] ?? file),
      ),
    };
  }
}

const TIMELESS = { status: 'passed', startedAt: '', durationMs: 0 } as const;
