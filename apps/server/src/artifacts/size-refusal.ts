import type { Config } from '../config.ts';
import { SvcError } from '../errors.ts';

/** Why this server takes no artifact of so many bytes; null when it does. */
export function sizeRefusal({ maxArtifactBytes }: Config, sizeBytes: number): SvcError | null {
  if (sizeBytes <= maxArtifactBytes) return null;
  return new SvcError(
    'PAYLOAD_TOO_LARGE',
    `The artifact has ${sizeBytes} bytes, and this server takes ${maxArtifactBytes}.`,
    { hint: 'Its operator sets that with SVC_MAX_ARTIFACT_BYTES.' },
  );
}
