import { setTimeout as sleep } from 'node:timers/promises';
import { errorBody } from '@svc/contract/errors';
import { ingestAnswer, type IngestAnswer, type IngestBody } from '@svc/contract/executions/ingest';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { SeedError } from '../seed-error.ts';

/** A server and an API key for it. */
export interface Target {
  url: string;
  apiKey: string;
  /** Called before a wait that the server requested. */
  onWait?: ((seconds: number) => void) | undefined;
}

const MAX_TRIES = 5;
const FIRST_DELAY_MS = 500;
// The server's rate limit resets every minute.
const LONGEST_WAIT_S = 120;

/**
 * Uploads one body. After each 429, waits as long as the server asks. Tries five times after errors of the network and
 * the server.
 * @throws SeedError with the server's message.
 */
export async function postBody(body: IngestBody, target: Target): Promise<IngestAnswer> {
  const text = JSON.stringify(body);
  for (let tries = 1; ;) {
    const answer = await post(text, target);
    if (answer.status === 429) {
      target.onWait?.(answer.retryAfterSeconds);
      await sleep(Math.min(answer.retryAfterSeconds, LONGEST_WAIT_S) * 1000);
      continue;
    }
    if (answer.status === 200) return parseAccepted(answer.text, target);
    if (answer.status < 500 || tries >= MAX_TRIES) throw toSeedError(answer, target);
    await sleep(FIRST_DELAY_MS * 2 ** tries++);
  }
}

interface Answer {
  /** 599 without an answer. */
  status: number;
  text: string;
  retryAfterSeconds: number;
}

async function post(body: string, { url, apiKey }: Target): Promise<Answer> {
  try {
    const response = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
    });
    return {
      status: response.status,
      text: await response.text(),
      retryAfterSeconds: Number(response.headers.get('retry-after') ?? 1) || 1,
    };
  } catch (error) {
    // fetch throws a TypeError whose cause has the reason.
    if (!(error instanceof TypeError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return { status: 599, text: cause, retryAfterSeconds: 1 };
  }
}

function parseAccepted(text: string, { url }: Target): IngestAnswer {
  const body = parseJson(text) as { data?: unknown } | null | undefined;
  const parsed = ingestAnswer.safeParse(body?.data);
  if (parsed.success) return parsed.data;
  throw new SeedError(`The server at ${url} is not an svc server. Set --url or SVC_URL.`);
}

function toSeedError({ status, text }: Answer, { url }: Target): SeedError {
  if (status === 599) {
    return new SeedError(
      `Cannot reach ${url} (${text}). Start the server with 'pnpm start', or set --url.`,
    );
  }
  const parsed = errorBody.safeParse(parseJson(text));
  const reason = parsed.success ? parsed.data.error.message : text.slice(0, 200);
  if (status === 401 || status === 403) {
    return new SeedError(
      `The server refuses this API key: ${reason} Set another key in SVC_API_KEY.`,
    );
  }
  return new SeedError(`The server answered ${status}: ${reason}`);
}
