import type { CommentWhen } from '../constants.ts';
import type { Repository } from '../run/run.ts';
import { isOlder, readMarker, type CommentMarker } from '../text/comment-marker.ts';
import { findRefusal, type GitHubApi } from './api.ts';
import { clock } from '@svc/reporter-core/clock';

export interface StickyComment {
  api: GitHubApi;
  repository: Repository;
  pullRequest: number;
  workflow: string;
  run: Pick<CommentMarker, 'runId' | 'attempt'>;
  when: CommentWhen;
  /** Renders the current comment. Called again after each write, because other jobs report meanwhile. */
  content: (wasRed: boolean) => Promise<{ body: string; isWorthCreating: boolean }>;
}

export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'not needed' | 'newer run';

interface Comment {
  id: number;
  body: string;
  marker: CommentMarker;
}

// A lasting change of other jobs is theirs to write.
const MOST_TIME_MS = 3 * 60_000;
// Each round either ends or found a comment of another job or a newer state. Fifty legs end within few.
const MOST_ROUNDS = 8;

/**
 * Keeps the one comment of this workflow up to date. Several jobs of a run may do so at once; none of them may hide what
 * another reported, and only one comment may stay:
 *
 * - Every job writes the state of the whole run on the server. After a write it reads both again, and writes once more
 *   if they differ. Whoever wrote last, with an older state, therefore repairs it.
 * - Jobs that created a comment at the same time keep the one with the lowest id and delete the others.
 * - A job of an older run leaves the comment of a newer one alone.
 */
export async function keepComment(sticky: StickyComment): Promise<CommentOutcome> {
  const deadlineAt = clock.nowMs() + MOST_TIME_MS;
  let outcome: CommentOutcome = 'unchanged';
  let created: Comment | undefined;
  for (let round = 0; round < MOST_ROUNDS && clock.nowMs() < deadlineAt; round++) {
    // GitHub's list may lag behind its own writes: a comment that it does not show yet must not be made again.
    const existing = (await deduplicateComments(sticky)) ?? created;
    if (existing !== undefined && isOlder(sticky.run, existing.marker)) return 'newer run';
    const { body, isWorthCreating } = await sticky.content(wasRed(existing, sticky.run));
    if (existing === undefined) {
      if (!isWorthCreating) return outcome === 'unchanged' ? 'not needed' : outcome;
      created = await create(sticky, body);
      outcome = 'created';
    } else if (isSameText(existing.body, body)) {
      return outcome;
    } else {
      const isThere = await update(sticky, existing.id, body);
      if (!isThere) created = undefined;
      else if (created?.id === existing.id) created = { ...created, body };
      if (outcome === 'unchanged') outcome = 'updated';
    }
  }
  return outcome;
}

/** How the run before this one ended, which all jobs of this run read in the comment. */
function wasRed(existing: Comment | undefined, run: StickyComment['run']): boolean {
  if (existing === undefined) return false;
  const { marker } = existing;
  const isSameRun = marker.runId === run.runId && marker.attempt === run.attempt;
  return isSameRun ? marker.wasRed : marker.isRed;
}

/** GitHub stores line ends and the end of a text in its own way. */
function isSameText(stored: string, body: string): boolean {
  return stored.replaceAll('\r\n', '\n').trim() === body.trim();
}

/** Finds the oldest comment of this workflow; deletes the others. */
async function deduplicateComments(sticky: StickyComment): Promise<Comment | undefined> {
  const [first, ...others] = (await listOwnComments(sticky)).toSorted((a, b) => a.id - b.id);
  for (const { id } of others) await remove(sticky, id);
  return first;
}

const PAGE = 100;
// A pull request with more comments is rare, and a second comment there better than a minute of requests.
const MOST_PAGES = 20;

async function listOwnComments({
  api,
  repository,
  pullRequest,
  workflow,
}: StickyComment): Promise<Comment[]> {
  const found: Comment[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await api.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...repository,
      issue_number: pullRequest,
      per_page: PAGE,
      page,
    });
    for (const { id, body = '', user, author_association: author } of data) {
      const marker = readMarker(body, workflow);
      // Anybody may write a comment that looks like ours.
      const isTrusted = user?.type === 'Bot' || TRUSTED.has(author ?? '');
      if (marker !== undefined && isTrusted) found.push({ id: Number(id), body, marker });
    }
    if (data.length < PAGE) break;
  }
  return found;
}

const TRUSTED = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

async function create(
  { api, repository, pullRequest, workflow }: StickyComment,
  body: string,
): Promise<Comment | undefined> {
  const { data } = await api.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...repository,
    issue_number: pullRequest,
    body,
    // Repeated by chance, it would be a second comment.
    request: { retries: 0 },
  });
  const marker = readMarker(body, workflow);
  return marker && { id: Number(data.id), body, marker };
}

/** Whether the comment was there. */
async function update(
  { api, repository }: StickyComment,
  id: number,
  body: string,
): Promise<boolean> {
  try {
    await api.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      ...repository,
      comment_id: id,
      body,
    });
    return true;
  } catch (error) {
    // Somebody deleted it. The next round creates it again.
    if (findRefusal(error)?.status !== 404) throw error;
    return false;
  }
}

async function remove({ api, repository }: StickyComment, id: number): Promise<void> {
  try {
    await api.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      ...repository,
      comment_id: id,
    });
  } catch (error) {
    // Another job was faster.
    if (findRefusal(error)?.status !== 404) throw error;
  }
}
