import { randomUUID } from 'node:crypto';
import type {
  Environment as IngestEnvironment,
  IngestBody,
  IngestExecution,
} from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import { detectCiRun } from './ci-facts.ts';
import { chooseExecutionKey } from './execution-key.ts';
import { readGitCheckout } from './git-facts.ts';
import type { Environment, ResolvedOptions } from '../options/options.ts';
import { findManifestName } from './manifest-name.ts';
import { parseRepositoryName } from './repository-url.ts';
import type { RunReport, RunSettings } from '../report/run-report.ts';
import { within } from '../within.ts';

/** Facts about a run that do not belong to a single test. */
export interface RunFacts {
  /** The key of the execution. */
  key: string;
  /**
   * Waits until all facts are known, at most `longestMs`. Then stops git. Never rejects: `GitCheckout` explains why.
   */
  settle(longestMs?: number): Promise<void>;
  /** Explains which facts are missing: clauses for the line at the end of the run. */
  gaps(): string[];
  /** The whole body, with the facts known so far. */
  body(report: RunReport): IngestBody;
}

/**
 * Starts git immediately, so that it works while the tests run. `body` uses the facts known so far, because a run
 * that a signal ends must not wait for git. The keys are the same in every body of a run.
 */
export function startRunFacts(
  options: ResolvedOptions,
  { reporter, framework, directory, leg }: RunSettings,
  env: Environment,
): RunFacts {
  const run = detectCiRun(env);
  const { key, isShared } = chooseExecutionKey(
    options.key,
    run?.ci,
    options.name ?? framework.name,
  );
  const idempotencyKey = randomUUID();
  const runId = randomUUID();
  const stop = new AbortController();
  const git = readGitCheckout(directory, run?.git ?? {}, { signal: stop.signal });
  let ofManifest: string | undefined;
  const project = (): string =>
    options.project ??
    parseRepositoryName(git.facts.repository ?? '') ??
    (ofManifest ??= findManifestName(directory) ?? 'default');
  return {
    key,
    settle: async (longestMs = LONGEST_MS) => {
      await within(longestMs, git.answered);
      stop.abort();
    },
    gaps: () => [
      ...(git.isComplete === false ? [NO_ANSWER] : []),
      ...(git.isComplete !== undefined && project() === 'default' ? [NO_NAME] : []),
    ],
    body: ({ execution, files, results }) => ({
      version: 1,
      idempotencyKey,
      runId,
      execution: {
        key,
        project: project(),
        name: options.name,
        leg: options.leg ?? leg ?? run?.leg,
        step: run?.step,
        framework: framework.name,
        frameworkVersion: framework.version,
        reporter,
        ...(isShared ? execution : withoutShard(execution)),
        git: git.facts,
        ci: run?.ci,
        environment: buildEnvironmentFacts(options.environment, run !== undefined),
        tags: options.tags,
      },
      files,
      results,
    }),
  };
}

// Covers the time limits of two git commands: see `runGit`.
const LONGEST_MS = 11_000;
const NO_ANSWER = 'git did not answer, so commit message, author or changes are missing';
const NO_NAME =
  "in project 'default', since neither a git remote nor package.json has a name (set SVC_PROJECT)";

type Seen = RunReport['execution'];

/** Removes the shard if the key is not shared, because the server would wait for the other shards in vain. */
function withoutShard({ shard, ...execution }: Seen): Partial<IngestExecution> & Seen {
  if (shard === undefined || shard.total === 1) return execution;
  return { ...execution, partial: [...new Set([...(execution.partial ?? []), 'filter' as const])] };
}

/** Where the run took place. `given` contains the options, which take precedence. */
function buildEnvironmentFacts(given: Record<string, string>, isCi: boolean): IngestEnvironment {
  const facts = {
    name: isCi ? 'ci' : 'local',
    os: process.platform,
    arch: process.arch,
    runtime: `node ${process.versions.node}`,
    ...given,
  };
  return Object.fromEntries(Object.entries(facts).slice(0, INGEST_LIMITS.environmentEntries));
}
