import { setTimeout as sleep } from 'node:timers/promises';
import { postUpload, type ServerProcess } from '../processes/server-process.ts';
import { makeUpload } from './uploads.ts';

const UPLOAD_EVERY_MS = 1_000;

/**
 * Uploads 100 results a second to the servers in turn. The returned function stops, and throws the error of a failed
 * upload.
 */
export function keepUploading(servers: readonly ServerProcess[]): () => Promise<void> {
  const over = new AbortController();
  let sent = 0;
  const uploading = (async () => {
    while (!over.signal.aborted) {
      const server = servers[sent % servers.length];
      if (server !== undefined) await postUpload(server, JSON.stringify(makeUpload(sent++, 100)));
      await sleep(UPLOAD_EVERY_MS);
    }
  })();
  uploading.catch(() => undefined);
  return async () => {
    over.abort();
    await uploading;
  };
}
