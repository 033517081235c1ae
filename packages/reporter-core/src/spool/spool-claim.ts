import { randomUUID } from 'node:crypto';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { toArtifactsFolder } from './kept-artifacts.ts';
import { isErrno } from '../text/unknown-value.ts';
import { isClaimedName, toUnclaimedPath } from './spool-name.ts';
import { clock } from '../clock.ts';

/** A claimed spool file. No other process sends it. */
export interface SpoolClaim {
  /** The path of the file while it is claimed. */
  path: string;
  /** Removes the file and its artifacts after the server has accepted it. */
  remove(): Promise<void>;
  /** Makes the file available again. */
  giveBack(): Promise<void>;
  /** Renames a file that cannot be sent at any later time. It is kept for the user to inspect. */
  putAside(reason: 'corrupt' | 'refused'): Promise<void>;
}

/**
 * Claims a spool file by renaming it, which succeeds in only one of several processes. Undefined if another process
 * was faster. Also claims a file that was put aside, to try it again.
 */
export async function claimSpoolFile(path: string): Promise<SpoolClaim | undefined> {
  const unclaimed = toUnclaimedPath(path);
  const claimed = `${unclaimed}.sending-${randomUUID().slice(0, 8)}`;
  try {
    // Set before the rename, so that the claim does not look stale.
    await utimes(path, clock.now(), clock.now());
    await rename(path, claimed);
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    path: claimed,
    remove: async () => {
      await rm(claimed, { force: true });
      await rm(toArtifactsFolder(claimed), { recursive: true, force: true });
    },
    giveBack: () => rename(claimed, unclaimed),
    putAside: (reason) => rename(claimed, `${unclaimed}.${reason}`),
  };
}

/** Whether the process that claimed the file has probably died. */
export async function isStaleClaim(path: string): Promise<boolean> {
  if (!isClaimedName(path)) return false;
  try {
    const { mtimeMs } = await stat(path);
    return clock.nowMs() - mtimeMs > STALE_AFTER_MS;
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

// Much longer than the budget of any upload. If a claim is taken over too early, an execution is sent twice, and
// the server counts it once.
const STALE_AFTER_MS = 10 * 60_000;
