/**
 * The header that names an upload's run, so that all uploads of a run count once against the rate limit: a CI run of
 * many shards, or a local run whose results are sent while it runs.
 */
export const CI_RUN_HEADER = 'Svc-Run';

/**
 * One attempt of one run of a CI system. If none is known, the provider is `local` and the run id is the execution's
 * key, which all parts of a run share; without a key it is the part's `runId`.
 */
export interface CiRun {
  provider: string;
  runId: string;
  attempt: number;
}

/** The fields of an upload's body that identify its run. */
export interface UploadFacts {
  key?: string | undefined;
  runId?: string | undefined;
  ci:
    | {
        provider?: string | undefined;
        runId?: string | undefined;
        runAttempt?: number | undefined;
      }
    | undefined;
}

/**
 * The header's value, `<provider>:<runId>:<attempt>`. Undefined for an upload without a run, or with ids that a
 * header cannot carry.
 */
export function formatCiRun(facts: UploadFacts): string | undefined {
  const run = findCiRun(facts);
  if (run === undefined) return undefined;
  const text = `${run.provider}:${run.runId}:${run.attempt}`;
  return PRINTABLE_ASCII.test(text) && readCiRun(text) !== null ? text : undefined;
}

/** The run of a body; undefined if the body names none. */
export function findCiRun({ key, runId, ci }: UploadFacts): CiRun | undefined {
  if (ci?.provider && ci.runId) {
    return { provider: ci.provider, runId: ci.runId, attempt: ci.runAttempt ?? 1 };
  }
  const local = key || runId;
  return local ? { provider: LOCAL, runId: local, attempt: 1 } : undefined;
}

/** Null for an invalid header value. A provider's name contains no colon; a run id may. */
export function readCiRun(text: string): CiRun | null {
  if (text.length > MAX_LENGTH) return null;
  const [, provider, runId, attempt] = /^([^:]+):(.+):([1-9]\d{0,9})$/.exec(text) ?? [];
  if (provider === undefined || runId === undefined || attempt === undefined) return null;
  return { provider, runId, attempt: Number(attempt) };
}

const LOCAL = 'local';
const MAX_LENGTH = 500;
// Without leading and trailing spaces, which HTTP strips from headers.
const PRINTABLE_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;
