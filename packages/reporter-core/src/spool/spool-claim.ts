import { randomUUID } from 'node:crypto';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { artifactsFolder } from '../artifacts/kept-artifacts.ts';
import { isErrno } from '../text/is-errno.ts';
import { isClaimedName, unclaimedPath } from './spool-name.ts';

/** A spool file that no other process will send while this one holds it. */
export interface SpoolClaim {
  /** Where the file is meanwhile. */
  path: string;
  /** It was accepted: it goes, with its artifacts. */
  remove(): Promise<void>;
  /** It may be accepted another time. */
  giveBack(): Promise<void>;
  /** It can never be sent; kept under another name, since it is the user's to look at. */
  putAside(reason: 'corrupt' | 'refused'): Promise<void>;
}

/**
 * Takes a spool file by renaming it, which only one of several processes can do.
 * Undefined when another was faster. A file that was put aside may be named too, to try it again.
 */
export async function claimSpoolFile(path: string): Promise<SpoolClaim | undefined> {
  const unclaimed = unclaimedPath(path);
  const claimed = `${unclaimed}.sending-${randomUUID().slice(0, 8)}`;
  try {
    // Before the rename: a claim must never look stale, not even for an instant.
    await utimes(path, new Date(), new Date());
    await rename(path, claimed);
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    path: claimed,
    remove: async () => {
      await rm(claimed, { force: true });
      await rm(artifactsFolder(claimed), { recursive: true, force: true });
    },
    giveBack: () => rename(claimed, unclaimed),
    putAside: (reason) => rename(claimed, `${unclaimed}.${reason}`),
  };
}

/** Whether the process that claimed the file must have died over it. */
export async function isStaleClaim(path: string): Promise<boolean> {
  if (!isClaimedName(path)) return false;
  try {
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs > STALE_AFTER_MS;
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

// Far over any upload's budget. Taken over too early, an execution is sent twice, which the server counts once.
const STALE_AFTER_MS = 10 * 60_000;
