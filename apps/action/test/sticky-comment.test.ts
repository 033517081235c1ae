import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGitHubApi, findRefusal } from '../src/github/api.ts';
import { keepComment, type CommentOutcome } from '../src/github/sticky-comment.ts';
import { renderMarker } from '../src/text/comment-marker.ts';
import { startGitHub, type GitHubStandIn } from './github/github-stand-in.ts';

let gitHub: GitHubStandIn;
/** What the server knows: one word for each leg that has reported. */
let state: string[];

beforeEach(async () => {
  gitHub = await startGitHub();
  state = [];
});
afterEach(() => gitHub.close());

const api = (url: string, timeoutMs?: number) =>
  createGitHubApi({
    token: 'ghs_test',
    url,
    ...(timeoutMs !== undefined && { timeoutMs }),
    secondMs: 10,
    log: () => {},
  });

const RUN = { runId: 1, attempt: 1 };

/** A job that comments; `afterReading` runs between its question to the server and its write. */
function comment({
  run = RUN,
  afterReading = async () => {},
}: { run?: typeof RUN; afterReading?: () => Promise<void> } = {}): Promise<CommentOutcome> {
  let isFirst = true;
  return keepComment({
    api: api(gitHub.url),
    repository: { owner: 'acme', repo: 'shop' },
    pullRequest: 7,
    workflow: 'CI',
    run,
    when: 'always',
    content: async (wasRed) => {
      const body = textOf(run, wasRed);
      if (isFirst) await afterReading();
      isFirst = false;
      return { body, isWorthCreating: true };
    },
  });
}

function textOf(run: typeof RUN, wasRed = false): string {
  return `${renderMarker('CI', { ...run, isRed: true, wasRed })}\n${state.join(' ')}`;
}

it('writes nothing if the comment had what the job has to say, and another job has added to it', async () => {
  state.push('a');
  await comment();
  const outcome = await comment({
    // While this job has read the state, another one reports and comments.
    afterReading: async () => {
      state.push('b');
      await comment();
    },
  });
  expect([outcome, gitHub.comments.map(({ body }) => body)]).toEqual(['unchanged', [textOf(RUN)]]);
  expect(state).toEqual(['a', 'b']);
});

it('repairs its own write when it has overwritten a newer one', async () => {
  state.push('a');
  await comment();
  state.push('b');
  await comment({
    afterReading: async () => {
      state.push('c');
      await comment();
    },
  });
  expect(gitHub.comments.map(({ body }) => body)).toEqual([textOf(RUN)]);
});

it('keeps the older of two comments that were made at the same moment', async () => {
  state.push('a', 'b');
  const outcomes = await Promise.all([
    comment({ afterReading: () => untilListed(2) }),
    comment({ afterReading: () => untilListed(2) }),
  ]);
  expect(outcomes).toEqual(['created', 'created']);
  expect(gitHub.calls.filter((call) => call === 'issues/create-comment')).toHaveLength(2);
  expect(gitHub.comments.map(({ id, body }) => [id, body])).toEqual([[1, textOf(RUN)]]);
});

/** Both jobs have seen that there is no comment. */
async function untilListed(count: number): Promise<void> {
  await vi.waitFor(() => {
    const lists = gitHub.calls.filter((call) => call === 'issues/list-comments');
    if (lists.length < count) throw new Error('not yet');
  });
}

it('leaves the comment of a newer run, and of a newer attempt, alone', async () => {
  state.push('a');
  await comment({ run: { runId: 5, attempt: 2 } });
  const before = structuredClone(gitHub.comments);
  expect(await comment({ run: { runId: 5, attempt: 1 } })).toBe('newer run');
  expect(await comment({ run: { runId: 4, attempt: 3 } })).toBe('newer run');
  expect(gitHub.comments).toEqual(before);
});

it('does not write a second comment while the list does not show the first one yet', async () => {
  state.push('a');
  gitHub.listed = [];
  expect(await comment()).toBe('created');
  expect(gitHub.comments.map(({ body }) => body)).toEqual([textOf(RUN)]);
});

it('gives up on a GitHub that does not answer', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const error: unknown = await api(`http://127.0.0.1:${port}`, 100)
    .request('GET /meta')
    .catch((thrown: unknown) => thrown);
  silent.closeAllConnections();
  silent.close();
  expect(findRefusal(error)).toEqual({
    status: undefined,
    message: 'The operation was aborted due to timeout',
  });
});

it('creates the comment again if somebody deleted it meanwhile', async () => {
  state.push('a');
  await comment();
  state.push('b');
  const outcome = await comment({
    afterReading: async () => {
      gitHub.comments = [];
    },
  });
  expect([outcome, gitHub.comments.map(({ body }) => body)]).toEqual(['created', [textOf(RUN)]]);
});
