import { postBody, type Target } from '../send/post-body.ts';
import type { GeneratedExecution } from '../generate-history.ts';
import { attachArtifacts } from './attach-artifacts.ts';

type DemoTarget = Pick<Target, 'url' | 'apiKey'> & { signal: AbortSignal };

/**
 * Uploads executions with their artifacts, one after the other. Ends quietly when the signal aborts. One that cannot be
 * uploaded ends it too, unless `onFailure` takes the error.
 */
export async function sendExecutions(
  executions: Iterable<GeneratedExecution> | AsyncIterable<GeneratedExecution>,
  { onFailure, ...target }: DemoTarget & { onFailure?: (error: unknown) => void },
): Promise<void> {
  const { signal } = target;
  try {
    for await (const execution of executions) {
      if (signal.aborted) return;
      try {
        await sendExecution(execution, target);
      } catch (error) {
        if (onFailure === undefined || signal.aborted) throw error;
        onFailure(error);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function sendExecution(
  { bodies }: GeneratedExecution,
  { signal, ...target }: DemoTarget,
): Promise<void> {
  for (const body of bodies) {
    if (signal.aborted) return;
    const { body: sent, contents } = attachArtifacts(body);
    const { uploads } = await postBody(sent, target);
    for (const { clientId, method, url, headers } of uploads) {
      const content = contents.get(clientId);
      // The address is that of the front, which may not be open yet.
      const { pathname, search } = new URL(url);
      if (content === undefined) continue;
      const response = await fetch(`${target.url}${pathname}${search}`, {
        method,
        headers,
        body: content,
      });
      // An answer that nobody reads holds its connection.
      await response.body?.cancel();
    }
  }
}
