import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { operationOf, publishedExample, type Operation } from './openapi-calls.ts';

export interface StoredComment {
  id: number;
  body: string;
  /** `Bot` for the token of a workflow. */
  userType: 'Bot' | 'User';
  association: string;
}

export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

export interface GitHubStandIn {
  url: string;
  comments: StoredComment[];
  /** What a list shows instead of the comments, as a replica of GitHub's database that lags behind. */
  listed: StoredComment[] | undefined;
  /** The open pull requests, for a fork's. */
  pulls: { number: number; head: string; sha: string; base?: string }[];
  /** `issues/create-comment`, …, in the order of the calls. */
  calls: string[];
  /** Calls and answers that differ from what GitHub publishes. */
  faults: string[];
  /** Decides whether a call is refused. */
  refuse: (operation: string, count: number) => Refusal | undefined;
  /** Throws if there were such calls. */
  close(): Promise<void>;
}

/**
 * GitHub's API of one pull request, in memory. Answers 404 to a call that GitHub does not publish, and 422 to one of
 * another shape, as GitHub does.
 */
export async function startGitHub(): Promise<GitHubStandIn> {
  const server = createServer((request, response) => {
    answer(gitHub, request).then(
      ({ status, body, headers = {} }) => send(response, { status, body, headers }),
      (error: unknown) => {
        gitHub.faults.push(String(error));
        send(response, { status: 500, body: { message: 'fault of the stand-in' }, headers: {} });
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gitHub: GitHubStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: [],
    listed: undefined,
    pulls: [],
    calls: [],
    faults: [],
    refuse: () => undefined,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      if (gitHub.faults.length > 0) {
        throw new Error(`GitHub has no such calls or answers: ${gitHub.faults.join('; ')}`);
      }
    },
  };
  return gitHub;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

async function answer(gitHub: GitHubStandIn, request: IncomingMessage): Promise<Answer> {
  const { pathname: asked, searchParams } = new URL(request.url ?? '/', gitHub.url);
  // GitHub Enterprise Server has its API below this path.
  const pathname = asked.replace(/^\/api\/v3\//, '/');
  const method = request.method ?? 'GET';
  const operation = operationOf(method, pathname);
  const body = method === 'GET' || method === 'DELETE' ? undefined : await json(request);
  if (operation === undefined) {
    gitHub.faults.push(`unpublished call ${method} ${pathname}`);
    return { status: 404, body: { message: 'Not Found' } };
  }
  gitHub.calls.push(operation.id);
  if (!/^(?:token|bearer) \S+$/i.test(request.headers.authorization ?? '')) {
    return { status: 401, body: { message: 'Requires authentication' } };
  }
  const wrong = operation.requestFaults(searchParams, body);
  gitHub.faults.push(...wrong.map((fault) => `${operation.id}: ${fault}`));
  if (wrong.length > 0) return { status: 422, body: { message: 'Validation Failed' } };
  const count = gitHub.calls.filter((one) => one === operation.id).length;
  const { status, message, headers } = gitHub.refuse(operation.id, count) ?? {};
  if (status !== undefined) {
    return { status, body: { message }, ...(headers !== undefined && { headers }) };
  }
  const answered = ANSWERS[operation.id]?.(gitHub, { operation, query: searchParams, body });
  if (answered === undefined) throw new Error(`the stand-in does not know ${operation.id}`);
  if (answered.status < 300) {
    const odd = operation.responseFaults(answered.status, answered.body);
    gitHub.faults.push(...odd.map((fault) => `answer of ${operation.id}: ${fault}`));
  }
  return answered;
}

interface Call {
  operation: Operation;
  query: URLSearchParams;
  body: unknown;
}

// As GitHub refuses it.
const MOST_CHARACTERS = 65_536;

const ANSWERS: Record<string, (gitHub: GitHubStandIn, call: Call) => Answer> = {
  'pulls/list': ({ pulls }, { query }) => ({
    status: 200,
    body: pulls.filter(({ head }) => head === query.get('head')).map(pullBody),
  }),
  'issues/list-comments': ({ comments: stored, listed: comments = stored }, { query }) => {
    const size = Number(query.get('per_page') ?? 30);
    const start = (Number(query.get('page') ?? 1) - 1) * size;
    return { status: 200, body: comments.slice(start, start + size).map(commentBody) };
  },
  'issues/create-comment': (gitHub, { body }) => {
    const text = bodyOf(body);
    if (text.length > MOST_CHARACTERS) return tooLong();
    const id = 1 + Math.max(0, ...gitHub.comments.map((comment) => comment.id));
    const comment: StoredComment = { id, body: text, userType: 'Bot', association: 'NONE' };
    gitHub.comments.push(comment);
    return { status: 201, body: commentBody(comment) };
  },
  'issues/update-comment': ({ comments }, { operation, body }) => {
    const comment = comments.find(({ id }) => String(id) === operation.path['comment_id']);
    if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
    const text = bodyOf(body);
    if (text.length > MOST_CHARACTERS) return tooLong();
    comment.body = text;
    return { status: 200, body: commentBody(comment) };
  },
  'issues/delete-comment': (gitHub, { operation }) => {
    const left = gitHub.comments.filter(({ id }) => String(id) !== operation.path['comment_id']);
    if (left.length === gitHub.comments.length) {
      return { status: 404, body: { message: 'Not Found' } };
    }
    gitHub.comments = left;
    return { status: 204 };
  },
};

function bodyOf(body: unknown): string {
  return (body as { body: string }).body;
}

function tooLong(): Answer {
  return { status: 422, body: { message: 'body is too long (maximum is 65536 characters)' } };
}

function commentBody({ id, body, userType, association }: StoredComment): unknown {
  const [example] = publishedExample('issue-comment-items') as [{ user: object }];
  const user = { ...example.user, type: userType };
  return { ...example, id, body, user, author_association: association };
}

function pullBody({ number, sha, base = 'main' }: GitHubStandIn['pulls'][number]): unknown {
  const [example] = publishedExample('pull-request-simple-items') as [
    { head: object; base: object },
  ];
  // GitHub's own example of a team lacks a field that its schema requires.
  const sides = { head: { ...example.head, sha }, base: { ...example.base, ref: base } };
  return { ...example, ...sides, number, requested_teams: [] };
}

function send(
  response: ServerResponse,
  { status, body, headers }: Required<Pick<Answer, 'headers' | 'status'>> & { body?: unknown },
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
