/** The header of an upload that names its CI run, so that a run of many shards counts once against the rate limit. */
export const CI_RUN_HEADER = 'Svc-Run';

/** One attempt of one run of a CI system. */
export interface CiRun {
  provider: string;
  runId: string;
  attempt: number;
}

/**
 * The header's value, `<provider>:<runId>:<attempt>`; undefined for an upload that may not send it: outside
 * of CI, or where the ids hold what a header cannot carry.
 */
export function ciRunText(
  ci:
    | {
        provider?: string | undefined;
        runId?: string | undefined;
        runAttempt?: number | undefined;
      }
    | undefined,
): string | undefined {
  if (!ci?.provider || !ci.runId) return undefined;
  const text = `${ci.provider}:${ci.runId}:${ci.runAttempt ?? 1}`;
  return PRINTABLE_ASCII.test(text) && readCiRun(text) !== null ? text : undefined;
}

/** Null for a text that is no header's value. A provider's name holds no colon; a run's id may. */
export function readCiRun(text: string): CiRun | null {
  if (text.length > MAX_LENGTH) return null;
  const [, provider, runId, attempt] = /^([^:]+):(.+):([1-9]\d{0,9})$/.exec(text) ?? [];
  if (provider === undefined || runId === undefined || attempt === undefined) return null;
  return { provider, runId, attempt: Number(attempt) };
}

const MAX_LENGTH = 500;
// Without spaces at the ends, which a header loses on its way.
const PRINTABLE_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;
