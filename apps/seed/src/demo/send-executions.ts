import { postBody, type Target } from '../send/post-body.ts';
import type { GeneratedExecution } from '../generate-history.ts';
import { attachArtifacts } from './attach-artifacts.ts';

/** Uploads executions with their artifacts, one after the other. Ends quietly when the signal aborts. */
export async function sendExecutions(
  executions: Iterable<GeneratedExecution> | AsyncIterable<GeneratedExecution>,
  { signal, ...target }: Pick<Target, 'url' | 'apiKey'> & { signal: AbortSignal },
): Promise<void> {
  try {
    for await (const { bodies } of executions) {
      for (const body of bodies) {
        if (signal.aborted) return;
        const { body: sent, contents } = attachArtifacts(body);
        const { uploads } = await postBody(sent, target);
        for (const { clientId, method, url, headers } of uploads) {
          const content = contents.get(clientId);
          // The address is that of the front, which may not be open yet.
          const { pathname, search } = new URL(url);
          if (content !== undefined) {
            await fetch(`${target.url}${pathname}${search}`, { method, headers, body: content });
          }
        }
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
