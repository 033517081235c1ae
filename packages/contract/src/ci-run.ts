/**
 * The header of an upload that names its run, so that a CI run of many shards, and a local run that is sent while it
 * goes on, count once against the rate limit.
 */
export const CI_RUN_HEADER = 'Svc-Run';

/** One attempt of one run of a CI system; `local` with the part's `runId` elsewhere. */
export interface CiRun {
  provider: string;
  runId: string;
  attempt: number;
}

/** What of an upload's body says which run it is from. */
export interface UploadFacts {
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
 * The header's value, `<provider>:<runId>:<attempt>`; undefined for an upload that may not send it, since it names
 * no run or one whose ids hold what a header cannot carry.
 */
export function ciRunText(facts: UploadFacts): string | undefined {
  const run = ciRunOf(facts);
  if (run === undefined) return undefined;
  const text = `${run.provider}:${run.runId}:${run.attempt}`;
  return PRINTABLE_ASCII.test(text) && readCiRun(text) !== null ? text : undefined;
}

/** The run that a body is from; undefined where it does not say. */
export function ciRunOf({ runId, ci }: UploadFacts): CiRun | undefined {
  if (ci?.provider && ci.runId) {
    return { provider: ci.provider, runId: ci.runId, attempt: ci.runAttempt ?? 1 };
  }
  return runId ? { provider: LOCAL, runId, attempt: 1 } : undefined;
}

/** Null for a text that is no header's value. A provider's name holds no colon; a run's id may. */
export function readCiRun(text: string): CiRun | null {
  if (text.length > MAX_LENGTH) return null;
  const [, provider, runId, attempt] = /^([^:]+):(.+):([1-9]\d{0,9})$/.exec(text) ?? [];
  if (provider === undefined || runId === undefined || attempt === undefined) return null;
  return { provider, runId, attempt: Number(attempt) };
}

const LOCAL = 'local';
const MAX_LENGTH = 500;
// Without spaces at the ends, which a header loses on its way.
const PRINTABLE_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;
