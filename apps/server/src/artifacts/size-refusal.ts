import type { Config } from '../config.ts';
import { SvcError } from '../errors.ts';

/** The error for an artifact above this server's size limit; null when the size is accepted. */
export function findSizeRefusal({ maxArtifactBytes }: Config, sizeBytes: number): SvcError | null {
  if (sizeBytes <= maxArtifactBytes) return null;
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The artifact has ${sizeBytes} bytes, and this server takes ${maxArtifactBytes}.`,
    { hint: 'Its operator sets that with SVC_MAX_ARTIFACT_BYTES.' },
  );
}
