import type { IngestBody } from '@svc/contract/executions/ingest';
import type { GeneratedExecution } from './generate-history.ts';
import { postBody, type Target } from './send/post-body.ts';

export interface SendOptions extends Target {
  /** Called after each upload. */
  onSent?: ((sent: Sent) => void) | undefined;
}

/** Counts of the results so far. Duplicates were already stored by an earlier run with the same options. */
export interface Sent {
  results: number;
  duplicates: number;
  uploads: number;
}

// Two uploads per processor of a small server. More would only wait for each other in its database.
const EXECUTIONS_AT_ONCE = 4;

/**
 * Uploads a history as reporters do. Sends the executions of a project one after the other, so that their numbers
 * follow the time. Sends several projects concurrently.
 * @throws SeedError for an upload that the server refuses, or does not answer after several tries.
 */
export async function sendHistory(
  executions: Iterable<GeneratedExecution>,
  options: SendOptions,
): Promise<Sent> {
  const sent: Sent = { results: 0, duplicates: 0, uploads: 0 };
  const problems: unknown[] = [];
  const lanes = new Map<string, Promise<void>>();
  const underWay = new Set<Promise<void>>();
  const send = async (bodies: readonly IngestBody[], before: Promise<void> | undefined) => {
    await before;
    if (problems.length > 0) return;
    try {
      for (const body of bodies) await sendBody(body, sent, options);
    } catch (error) {
      problems.push(error);
    }
  };
  for (const { truth, bodies } of executions) {
    const sending = send(bodies, lanes.get(truth.project)).finally(() => underWay.delete(sending));
    lanes.set(truth.project, sending);
    underWay.add(sending);
    if (underWay.size >= EXECUTIONS_AT_ONCE) await Promise.race(underWay);
    if (problems.length > 0) break;
  }
  await Promise.all(underWay);
  if (problems.length > 0) throw problems[0];
  return sent;
}

async function sendBody(body: IngestBody, sent: Sent, options: SendOptions): Promise<void> {
  const { accepted } = await postBody(body, options);
  sent.results += accepted.results;
  sent.duplicates += accepted.duplicates;
  sent.uploads += 1;
  options.onSent?.(sent);
}
