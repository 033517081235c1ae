import type { Server } from 'node:http';

/** Counts the requests whose answers are not finished yet. Counts from the call on. */
export function countOpenRequests(server: Server): () => number {
  let open = 0;
  server.on('request', (_request, response) => {
    open++;
    response.once('close', () => open--);
  });
  return () => open;
}
