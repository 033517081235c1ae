import type { IngestExecution } from '@svc/contract/ingest';
import {
  type Environment,
  resolveOptions,
  type ResolvedOptions,
} from '@svc/reporter-core/session/options';
import { runFacts, type RunFacts as Surroundings } from '@svc/reporter-core/facts/run-facts';
import { svcVersion } from '../version.ts';
import { placeOf, type ReadReport, type ReportsReading } from './read-reports.ts';
import type { ReportFlags } from './report-flags.ts';
import { addedCounts } from './result-counts.ts';

/** The execution of all reports together: from their facts, git, CI and the flags. */
export class ReportExecution {
  readonly options: ResolvedOptions;
  /** The key when no other upload can know it. */
  ownKey: string | undefined;
  readonly #flags: ReportFlags;
  readonly #reading: ReportsReading;
  readonly #now: Date;
  readonly #surroundings: Surroundings;
  readonly #framework: string;

  constructor(
    reading: ReportsReading,
    flags: ReportFlags,
    { env, directory, now }: { env: Environment; directory: string; now: Date },
  ) {
    const { project, name, tag: tags, environment, key } = flags;
    this.options = resolveOptions({ project, name, tags, environment, key }, env);
    this.#flags = flags;
    this.#reading = reading;
    this.#now = now;
    this.#framework = flags.framework ?? reading.facts.framework ?? 'junit';
    this.#surroundings = runFacts(
      this.options,
      {
        reporter: { name: '@svc/cli', version: svcVersion() },
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
    const { facts } = this.#reading;
    const { shard = facts.shard } = this.#flags;
    const errors = [...(facts.errors ?? []), ...this.#reading.reports.flatMap(brokenReport)];
    const body = this.#surroundings.body({
      execution: {
        status: this.#status(errors.length > 0),
        ...executionTimes(this.#reading.reports, this.#now),
        shard,
        errors: errors.length > 0 ? errors : undefined,
      },
      files: [],
      results: [],
    });
    const { git = {}, environment = {} } = body.execution;
    // Without the runtime, which is svc's own and may not be the tests'.
    const { runtime: _, ...place } = environment;
    return {
      ...body,
      execution: {
        ...body.execution,
        key: this.ownKey ?? body.execution.key,
        frameworkVersion: facts.frameworkVersion,
        git: this.#git(git),
        environment: facts.runtime === undefined ? place : { ...place, runtime: facts.runtime },
      },
    };
  }

  #status(hasErrors: boolean): IngestExecution['status'] {
    const { failed, timedOut, interrupted } = addedCounts(
      this.#reading.reports.map(({ counts }) => counts),
    );
    if (hasErrors || failed + timedOut > 0) return 'failed';
    return this.#reading.facts.status ?? (interrupted > 0 ? 'interrupted' : 'passed');
  }

  #git(seen: NonNullable<IngestExecution['git']>): IngestExecution['git'] {
    const { branch = seen.branch, commit = seen.commit } = this.#flags;
    const isSame = commit === seen.commit || seen.commit?.startsWith(commit ?? '') === true;
    if (isSame) return { ...seen, branch };
    // For a commit other than the checked-out one, nothing else is known.
    return { repository: seen.repository, branch, commit };
  }
}

function brokenReport(report: ReadReport) {
  const { problem } = report;
  if (problem === undefined) return [];
  return [{ message: `The report ${placeOf(report)} could not be read whole: ${problem.message}` }];
}

/**
 * From the earliest start to the latest end in the reports. If reports have only durations, these add up, and the
 * execution ends when the last file was written.
 */
function executionTimes(
  reports: readonly ReadReport[],
  now: Date,
): { startedAt: string; durationMs: number } {
  const ends = reports.map(({ file, facts }) => {
    return facts.endedAt ?? facts.startedAt ?? file.modifiedAt.getTime();
  });
  const endedAt = Math.min(
    now.getTime(),
    ends.reduce((a, b) => Math.max(a, b), 0),
  );
  const starts = reports.flatMap(({ facts }) => facts.startedAt ?? []);
  const sum = reports.reduce((all, { facts }) => all + (facts.durationMs ?? 0), 0);
  const totalMs = sum > LONGEST_RUN_MS ? 0 : sum;
  if (starts.length === 0) {
    return { startedAt: new Date(endedAt - totalMs).toISOString(), durationMs: totalMs };
  }
  const startedAt = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const longest = reports.reduce((most, { facts }) => {
    const durationMs = facts.durationMs ?? 0;
    return durationMs > LONGEST_RUN_MS ? most : Math.max(most, durationMs);
  }, 0);
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.max(0, endedAt - startedAt, longest),
  };
}

// A report in a unit other than seconds would begin the run in another century, and no server accepts that.
const LONGEST_RUN_MS = 7 * 24 * 60 * 60 * 1000;
