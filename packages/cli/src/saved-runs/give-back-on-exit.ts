import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Releases the claim on a spool file when the process ends while sending it, as with ^C. Otherwise nobody would find
 * the file until the claim is stale. The server counts a resend once. Returns a function to call when the upload is
 * over.
 */
export function giveBackOnExit(path: string): () => void {
  const giveBack = () => unclaim(path.replace(CLAIM_SUFFIX, ''));
  process.once('exit', giveBack);
  return () => process.off('exit', giveBack);
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
