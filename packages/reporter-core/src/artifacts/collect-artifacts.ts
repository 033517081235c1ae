import type { RunReport } from '../report/run-report.ts';
import type { Artifact, Candidate, Collection } from '../report/artifact.ts';
import { describeUnreadable } from './artifact-file.ts';
import { chooseArtifacts, type ChooseSettings, describeTooLarge } from './choose-artifacts.ts';
import { type Digest, computeDigest, TooLate } from './digest.ts';

/**
 * Chooses the attachments to send, reads them for their digests, and fills in the results' `artifacts`. Files that
 * could not be read before `deadlineAt` (epoch ms) have no digest.
 */
export async function collectArtifacts(
  report: RunReport,
  settings: ChooseSettings,
  deadlineAt: number,
): Promise<Collection> {
  const { candidates, leftOut } = chooseArtifacts(report, settings);
  const digests = new Map<string, Promise<Digest>>();
  const read: Candidate[] = [];
  for (const candidate of candidates) {
    const { description, content, shownAs } = candidate;
    try {
      const digest = await digestOnce(content, digests, deadlineAt);
      const tooLarge = describeTooLarge(digest.sizeBytes, settings.options);
      if (tooLarge === undefined)
        read.push({ ...candidate, description: { ...description, ...digest } });
      else leftOut.push({ name: shownAs, reason: tooLarge });
    } catch (error) {
      // The server computes a missing digest.
      if (error instanceof TooLate) read.push(candidate);
      else leftOut.push({ name: shownAs, reason: describeUnreadable(error) });
    }
  }
  return { artifacts: attach(read), leftOut };
}

/** Collects artifacts without reading files, for a process that is about to exit. No artifact has a digest. */
export function collectUnread(report: RunReport, settings: ChooseSettings): Collection {
  const { candidates, leftOut } = chooseArtifacts(report, settings);
  return { artifacts: attach(candidates), leftOut };
}

/** One file may belong to several results. */
function digestOnce(
  content: Artifact['content'],
  digests: Map<string, Promise<Digest>>,
  deadlineAt: number,
): Promise<Digest> {
  if ('bytes' in content) return computeDigest(content, deadlineAt);
  const known = digests.get(content.path);
  const digest = known ?? computeDigest(content, deadlineAt);
  digests.set(content.path, digest);
  return digest;
}

function attach(candidates: readonly Candidate[]): Artifact[] {
  for (const { result, description } of candidates) (result.artifacts ??= []).push(description);
  return candidates.map(({ description, content, shownAs }) => ({ description, content, shownAs }));
}
