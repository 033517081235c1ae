import { buildContentKey } from '../storage/content-key.ts';
import { readLines } from './row-files.ts';

/** An artifact's content as the list of a backup names it. */
export interface ListedFile {
  key: string;
  sha256: string;
  sizeBytes: number;
}

// Enough to hide the delay of a bucket, and few enough for the sockets of one process.
const AT_ONCE = 8;

/** Calls `work` for each file of the list, a few at the same time. Stops at the first error. */
export async function workThroughFiles(
  listPath: string,
  work: (file: ListedFile) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const line of readLines(listPath)) {
      const one = work(parseLine(line)).then(() => {
        running.delete(one);
      });
      // Until the loop waits for it, its error must not count as an unhandled rejection.
      one.catch(() => undefined);
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
    await Promise.all(running);
  } catch (error) {
    await Promise.allSettled(running);
    throw error;
  }
}

function parseLine(line: string): ListedFile {
  const [organizationId = '', sha256 = '', size = ''] = line.split('\t');
  if (!/^[0-9a-f-]{36}$/.test(organizationId) || !/^[0-9a-f]{64}$/.test(sha256))
    throw new Error('a line of the list of files has another form');
  return { key: buildContentKey(organizationId, sha256), sha256, sizeBytes: Number(size) };
}
