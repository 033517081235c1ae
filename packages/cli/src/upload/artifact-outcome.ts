import type { SentArtifacts } from '@svc/reporter-core/artifacts/send-artifacts';
import type { ArtifactOutcome } from '../views/executions/artifact-lines.ts';

/** The outcome of the artifacts, for `--json` and for display; empty if nothing was sent. */
export function artifactOutcome(artifacts: SentArtifacts | undefined): ArtifactOutcome {
  return {
    sent: artifacts?.sent ?? 0,
    sentBytes: artifacts?.sentBytes ?? 0,
    pending: artifacts?.pending.length ?? 0,
    failure: artifacts?.failure?.message ?? null,
    leftOut: artifacts?.leftOut ?? [],
  };
}
