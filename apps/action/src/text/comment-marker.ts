import { createHash } from 'node:crypto';

/** Facts that a comment contains invisibly. */
export interface CommentMarker {
  /** Id of the CI run whose results the comment shows. */
  runId: number;
  attempt: number;
  isRed: boolean;
  /** Whether the run before that one failed. */
  wasRed: boolean;
}

/** The first line of a comment. The workflow is hashed, because its path may contain the end of an HTML comment. */
export function renderMarker(workflow: string, marker: CommentMarker): string {
  const { runId, attempt, isRed, wasRed } = marker;
  return `${renderMarkerStart(workflow)} run=${runId} attempt=${attempt} red=${Number(isRed)} was=${Number(wasRed)} -->`;
}

/** Renders the invisible beginning of a workflow's comment. */
export function renderMarkerStart(workflow: string): string {
  const digest = createHash('sha256').update(workflow).digest('hex').slice(0, 16);
  return `<!-- svc:report workflow=${digest}`;
}

/** Undefined for a text that is not the comment of this workflow. */
export function readMarker(body: string, workflow: string): CommentMarker | undefined {
  const start = renderMarkerStart(workflow);
  if (!body.startsWith(`${start} `)) return undefined;
  const facts = body.slice(start.length, start.length + 200);
  const [, runId, attempt, red, was] =
    /^ run=(\d{1,15}) attempt=(\d{1,6}) red=([01]) was=([01]) -->/.exec(facts) ?? [];
  if (runId === undefined) return undefined;
  return {
    runId: Number(runId),
    attempt: Number(attempt),
    isRed: red === '1',
    wasRed: was === '1',
  };
}

/** Whether a run is older than the one that the comment shows. GitHub's run ids rise. */
export function isOlder(
  run: Pick<CommentMarker, 'runId' | 'attempt'>,
  shown: Pick<CommentMarker, 'runId' | 'attempt'>,
): boolean {
  return run.runId === shown.runId ? run.attempt < shown.attempt : run.runId < shown.runId;
}
