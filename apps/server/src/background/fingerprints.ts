import { FINGERPRINT_VERSION } from '@svc/analysis/fingerprint';
import type { Deps } from '../deps.ts';
import { recomputeFingerprints } from '../rollups/fingerprints/recompute-fingerprints.ts';
import type { JobLog } from '../jobs/keep-doing.ts';

// A server of an older version may still run beside this one, and store older fingerprints.
const LOOK_AGAIN_MS = 10 * 60 * 1000;
const REPORT_MS = 10 * 1000;

/**
 * Computes stored failures again after an update that changed fingerprints, a part in each round, and logs how far it
 * is. Without any, looks again after ten minutes.
 */
export function keepFingerprints(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  log: JobLog,
): () => Promise<void> {
  let nextLookAt = 0;
  let reportedAt = 0;
  let failures = 0;
  return async () => {
    const now = clock.now().getTime();
    if (now < nextLookAt) return;
    const done = await recomputeFingerprints(database, (error) => log.error(error, 'fingerprints'));
    failures += done.failures;
    if (!done.isMore) {
      nextLookAt = now + LOOK_AGAIN_MS;
      if (failures > 0)
        log.info(
          `fingerprints: computed ${text(failures)} again for version ${FINGERPRINT_VERSION}; failures without results keep theirs`,
        );
      failures = 0;
    } else if (now - reportedAt >= REPORT_MS) {
      reportedAt = now;
      log.info(
        `fingerprints: computing stored failures again for version ${FINGERPRINT_VERSION}: ${text(failures)} so far`,
      );
    }
  };
}

function text(failures: number): string {
  return failures === 1 ? '1 failure' : `${failures.toLocaleString('en-US')} failures`;
}
