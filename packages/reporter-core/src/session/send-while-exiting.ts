import { spawnSync } from 'node:child_process';
import type { IngestBody } from '@svc/contract/executions/ingest';
import type { UploadTarget } from '../upload/retry/post-with-retry.ts';

/**
 * Sends a small body from a process that is exiting, and returns whether the server has accepted it. No request of this
 * process would end, so another one sends it, while this one waits. In CI nothing else would: what is saved on a runner
 * is deleted with it.
 */
export function sendWhileExiting(
  body: IngestBody,
  { url, apiKey }: UploadTarget,
  budgetMs: number,
): boolean {
  // A timeout of 0 would be none.
  const timeout = Math.ceil(Math.min(budgetMs, LONGEST_MS));
  if (timeout <= 0) return false;
  const input = JSON.stringify({
    address: `${url.replace(/\/+$/, '')}/api/ingest`,
    // Other users see the arguments and the environment of a process.
    apiKey,
    key: body.idempotencyKey ?? '',
    body: JSON.stringify(body),
  });
  // The options may start a debugger, or load what belongs to the tests.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawnSync(process.execPath, ['-e', SENDER], {
    env,
    input,
    timeout,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  return child.status === 0;
}

// Nobody waits longer for a command that has failed.
const LONGEST_MS = 3_000;

// A separate script, because a reporter is a single file that cannot run as a command.
const SENDER = `
const { address, apiKey, key, body } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const { request } = require(address.startsWith('https:') ? 'node:https' : 'node:http');
const bytes = require('node:zlib').gzipSync(body);
const headers = {
  authorization: 'Bearer ' + apiKey,
  'content-type': 'application/json',
  'content-encoding': 'gzip',
  'content-length': bytes.byteLength,
  'idempotency-key': key,
};
const end = ({ statusCode }) => process.exit(statusCode >= 200 && statusCode < 300 ? 0 : 1);
request(address, { method: 'POST', headers }, end).on('error', () => process.exit(1)).end(bytes);
`;
