import { SvcClientError } from '@svc/client';
import { lazy, type FunctionComponent } from 'react';
import { queryClient } from './query-client.ts';
import { toSiteAddress } from './site.ts';

let known = 0;

/** Code that did not arrive although the server is there. Only a new load of the page can ask for it again. */
export class CodeMissing extends Error {}

/**
 * Loads code of the dashboard as if it were an answer of the server: while the server is away, the connection bar says
 * so, and the code is asked for again until it is here. Rejects with CodeMissing for code that a newer version no longer
 * has, or that broke off: a browser remembers that a module could not be loaded.
 */
export function loadCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  const queryKey = ['code', known++];
  return () =>
    queryClient.fetchQuery({
      queryKey,
      queryFn: async () => {
        try {
          return await load();
        } catch (error) {
          await requireServer();
          throw new CodeMissing('A part of the page could not be loaded.', { cause: error });
        }
      },
      staleTime: Infinity,
    });
}

/** A component whose code is loaded when it is first shown, under a Suspense. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, FunctionComponent<Props>>>,
  name: Name,
) {
  return lazy(loadCode(async () => ({ default: (await load())[name] })));
}

/** @throws SvcClientError UNREACHABLE, SERVICE_UNAVAILABLE: the code may come later. */
async function requireServer(): Promise<void> {
  const status = await fetch(toSiteAddress('/readyz'), { cache: 'no-store' }).then(
    (response) => response.status,
    () => null,
  );
  if (status === null) throw new SvcClientError('UNREACHABLE', 'No connection to the server.');
  if (status >= 500) throw new SvcClientError('SERVICE_UNAVAILABLE', 'The server is away.');
}

const RELOADED_AT = 'svc.reloaded-for-code';
const PAUSE_MS = 30_000;

/** Loads the page again at the same address, but not twice within half a minute, so that a page cannot go round in circles. */
export function reloadForCode(): void {
  const now = Date.now();
  if (now - Number(window.sessionStorage.getItem(RELOADED_AT)) < PAUSE_MS) return;
  window.sessionStorage.setItem(RELOADED_AT, String(now));
  window.location.reload();
}
