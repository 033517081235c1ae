import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { World } from '../../../world.ts';

/**
 * Releases the claim on a spool file when the process ends while sending it, as with ^C. Otherwise nobody would find
 * the file until the claim is stale. The server counts a resend once. Returns a function to call when the upload is
 * over.
 */
export function giveBackOnExit({ events }: World, path: string): () => void {
  const giveBack = () => unclaim(path.replace(CLAIM_SUFFIX, ''));
  events.once('exit', giveBack);
  return () => events.off('exit', giveBack);
}

const CLAIM_SUFFIX = /\.sending-[0-9a-f]{8}$/;

function unclaim(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  const claimed = readdirSync(folder).find(
    (name) => CLAIM_SUFFIX.test(name) && name.replace(CLAIM_SUFFIX, '') === basename(path),
  );
  if (claimed !== undefined) renameSync(join(folder, claimed), path);
}
