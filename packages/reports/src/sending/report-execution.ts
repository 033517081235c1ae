import type { IngestExecution } from '@svc/contract/executions/ingest';
import { resolveOptions, type ResolvedOptions } from '@svc/reporter-core/options/options';
import { startRunFacts, type RunFacts as Surroundings } from '@svc/reporter-core/facts/run-facts';
import { computeExecutionTimes } from '../reading/execution-times.ts';
import { formatPlace, type ReadReport, type ReportsReading } from '../reading/read-reports.ts';
import type { RunDescription, Sender } from './run-description.ts';
import { addCounts } from '../reading/result-counts.ts';

/** The execution of all reports together: from their facts, git, CI and the caller's description. */
export class ReportExecution {
  readonly options: ResolvedOptions;
  /** The key when no other upload can know it. */
  ownKey: string | undefined;
  readonly #described: RunDescription;
  readonly #reading: ReportsReading;
  readonly #now: Date;
  readonly #surroundings: Surroundings;
  readonly #framework: string;

  constructor(
    reading: ReportsReading,
    described: RunDescription,
    { reporter, env, directory, now }: Sender,
  ) {
    const { project, name, leg, tag: tags, environment, key } = described;
    this.options = resolveOptions({ project, name, leg, tags, environment, key }, env);
    this.#described = described;
    this.#reading = reading;
    this.#now = now;
    this.#framework =
      described.framework ?? reading.facts.framework ?? chooseUnnamedFramework(reading);
    this.#surroundings = startRunFacts(
      this.options,
      {
        reporter,
        framework: { name: this.#framework, version: '' },
        directory,
      },
      env,
    );
  }

  /** Waits for git to finish. */
  settle(): Promise<void> {
    return this.#surroundings.settle();
  }

  /** Whether other shards or jobs may upload with the same key. */
  get isShared(): boolean {
    return this.options.key !== undefined || this.body().execution.ci?.runId !== undefined;
  }

  /** The execution, as far as it is known. */
  body() {
    const { facts, reports, isRead } = this.#reading;
    const { shard = facts.shard } = this.#described;
    const errors = [...(facts.errors ?? []), ...reports.flatMap(buildReportErrors)];
    const body = this.#surroundings.body({
      execution: {
        status: this.#deriveStatus(errors.length > 0),
        ...computeExecutionTimes(reports, { now: this.#now, isRead }),
        shard,
        errors: errors.length > 0 ? errors : undefined,
      },
      files: [],
      results: [],
    });
    const { git = {}, environment = {} } = body.execution;
    // The runtime is left out: it is svc's own, and the tests' may differ.
    const { runtime: _, ...place } = environment;
    return {
      ...body,
      execution: {
        ...body.execution,
        key: this.ownKey ?? body.execution.key,
        frameworkVersion: facts.frameworkVersion,
        git: this.#buildGit(git),
        environment: facts.runtime === undefined ? place : { ...place, runtime: facts.runtime },
      },
    };
  }

  #deriveStatus(hasErrors: boolean): IngestExecution['status'] {
    const { failed, timedOut, interrupted } = addCounts(
      this.#reading.reports.map(({ counts }) => counts),
    );
    const hasFileErrors = this.#reading.reports.some((report) => report.hasFileErrors);
    if (hasErrors || hasFileErrors || failed + timedOut > 0) return 'failed';
    return this.#reading.facts.status ?? (interrupted > 0 ? 'interrupted' : 'passed');
  }

  #buildGit(seen: NonNullable<IngestExecution['git']>): IngestExecution['git'] {
    const { branch = seen.branch, commit = seen.commit } = this.#described;
    const isSame = commit === seen.commit || seen.commit?.startsWith(commit ?? '') === true;
    if (isSame) return { ...seen, branch };
    // No other facts are known about a commit that is not checked out.
    return { repository: seen.repository, branch, commit };
  }
}

/** Before the first test, a report of TAP may have errors and not show which tool wrote it. */
function chooseUnnamedFramework({ reports }: ReportsReading): string {
  return reports[0]?.file.format === 'tap' ? 'tap' : 'junit';
}

function buildReportErrors(report: ReadReport) {
  const { problem } = report;
  if (problem === undefined) return [];
  return [
    { message: `The report ${formatPlace(report)} could not be read whole: ${problem.message}` },
  ];
}
