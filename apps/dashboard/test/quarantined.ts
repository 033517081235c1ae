import { callApi } from './call-api.ts';
import type { Site } from './site.ts';
import { FAILURES, uploadExecution, type MadeResult } from './upload-failures.ts';

/** Enough passing tests that one failure is no mass failure. */
const PASSING = Array.from({ length: 30 }, (_, at) => ({
  title: `passes ${at}`,
  status: 'passed' as const,
}));

/** Uploads an execution in which one test failed, or was as given. Returns its id. */
export function ingestBroken(
  site: Site,
  project: string,
  result: MadeResult = FAILURES.REAL_BUG,
): Promise<string> {
  return uploadExecution(site, { project, results: [result, ...PASSING] });
}

interface Listed {
  results: { testId: string; fingerprint: string }[];
}

/** Quarantines the failure of an execution's one failed test. Returns the entry's id. */
export async function addEntry(
  site: Site,
  executionId: string,
  given: { reason: string; owner?: string; expiresAt?: string },
): Promise<string> {
  const { results } = await callApi<Listed>(site, `executions/${executionId}?status=failed`, 'GET');
  const [failure] = results;
  if (failure === undefined) throw new Error('nothing failed');
  const { testId, fingerprint } = failure;
  const body = { testId, fingerprints: [fingerprint], ...given };
  return (await callApi<{ id: string }>(site, 'quarantine', 'POST', body)).id;
}

/** The id of an execution's one failed test. */
export async function testIdOf(site: Site, executionId: string): Promise<string> {
  const { results } = await callApi<Listed>(site, `executions/${executionId}?status=failed`, 'GET');
  return results[0]?.testId ?? '';
}
