import { randomUUID } from 'node:crypto';
import type { IngestBody, IngestExecution } from '@svc/contract/ingest';
import { ciRun } from './ci-facts.ts';
import { environmentFacts } from './environment-facts.ts';
import { executionKey } from './execution-key.ts';
import { gitFacts } from './git-facts.ts';
import type { Environment, ResolvedOptions } from './options.ts';
import { repositoryName } from './repository-url.ts';
import type { RunReport, RunSettings } from './run-report.ts';

/** The facts of a run that are no test's. */
export interface RunFacts {
  /** Resolves when everything is known or has been given up. Never rejects. */
  complete: Promise<void>;
  /** The whole body, with the facts that are known by now. */
  body(report: RunReport): IngestBody;
}

/**
 * Begins to gather git's facts at once, while the tests run, and gives bodies with what is known so
 * far: a run that a signal ends must not wait for git. The keys are the same in every body of a run.
 */
export function runFacts(
  options: ResolvedOptions,
  { reporter, framework, directory }: RunSettings,
  env: Environment,
): RunFacts {
  const run = ciRun(env);
  const { key, isShared } = executionKey(options.key, run?.ci, options.name ?? framework.name);
  const idempotencyKey = randomUUID();
  let git = run?.git ?? {};
  const gather = async (): Promise<void> => {
    git = await gitFacts(directory, git);
  };
  return {
    complete: gather(),
    body: ({ execution, files, results }) => ({
      version: 1,
      idempotencyKey,
      execution: {
        key,
        project: options.project ?? repositoryName(git.repository ?? '') ?? 'default',
        name: options.name,
        framework: framework.name,
        frameworkVersion: framework.version,
        reporter,
        ...(isShared ? execution : withoutShard(execution)),
        git,
        ci: run?.ci,
        environment: environmentFacts(options.environment, run !== undefined),
        tags: options.tags,
      },
      files,
      results,
    }),
  };
}

type Seen = RunReport['execution'];

/** Without a key that the other shards know, the server would wait for them in vain. */
function withoutShard({ shard, ...execution }: Seen): Partial<IngestExecution> & Seen {
  if (shard === undefined || shard.total === 1) return execution;
  return { ...execution, partial: [...new Set([...(execution.partial ?? []), 'filter' as const])] };
}
