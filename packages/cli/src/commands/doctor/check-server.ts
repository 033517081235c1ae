import { isUntrusted, describeUnreachable } from '@svc/client';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { TRUST_ISSUER } from '../../errors/failure.ts';
import type { Check } from './doctor-text.ts';
import type { World } from '../../world.ts';

export interface ServerQuestion {
  url: string;
  svcVersion: string;
  world: Pick<World, 'clock' | 'env' | 'fetch'>;
}

interface Health {
  version: string;
  time: string;
}

/** Checks whether an svc server answers, with the same version and the same time. */
export async function checkServer({ url, svcVersion, world }: ServerQuestion): Promise<Check> {
  const { clock, env, fetch } = world;
  const askedAtMs = clock.now().getTime();
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${url}/healthz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Reporters and commands follow none either.
      redirect: 'manual',
    });
    body = parseJson(await response.text());
  } catch (error) {
    return buildUnreachableCheck(url, { error, env });
  }
  const answeredAtMs = clock.now().getTime();
  const location = response.headers.get('location');
  if (location !== null) return buildRedirectedCheck(url, location);
  if (!isHealth(body)) return buildNotSvcCheck(url, response.status, readRefusal(body));
  const latencyMs = answeredAtMs - askedAtMs;
  // The server read its clock somewhere between request and answer; half-way is the best guess.
  const skewMs = Date.parse(body.time) - (askedAtMs + latencyMs / 2);
  const text = `server ${url} answers (svc ${body.version}, ${latencyMs} ms, clock ${formatSignedSeconds(skewMs)})`;
  const advice = [...formatVersionAdvice(body.version, svcVersion), ...formatClockAdvice(skewMs)];
  return { name: 'server', status: advice.length === 0 ? 'ok' : 'warning', text, advice };
}

const TIMEOUT_MS = 10_000;
// Clocks of machines with NTP differ by far less. From this difference on, times in lists are misleading.
const LARGEST_SKEW_MS = 5_000;

function buildUnreachableCheck(
  url: string,
  { error, env }: { error: unknown; env: NodeJS.ProcessEnv },
): Check {
  const reason = describeReason(error, url);
  const advice = [
    isUntrusted(reason)
      ? TRUST_ISSUER
      : 'start the server, or set another address with --url or SVC_URL',
    ...(env['HTTP_PROXY'] || env['HTTPS_PROXY']
      ? ['a proxy is set in HTTP_PROXY or HTTPS_PROXY; Node uses it only with NODE_USE_ENV_PROXY=1']
      : []),
  ];
  const text = `server ${url} cannot be reached (${reason})`;
  return { name: 'server', status: 'failed', text, advice, exitStatus: 4 };
}

function buildRedirectedCheck(url: string, location: string): Check {
  return {
    name: 'server',
    status: 'failed',
    text: `server ${url} redirects to ${toTerminalLine(location)}`,
    advice: ['set the address that it redirects to, without /healthz, with --url or SVC_URL'],
    exitStatus: 4,
  };
}

function buildNotSvcCheck(url: string, status: number, refusal: string | undefined): Check {
  const isBroken = status >= 500;
  const problem = refusal ?? 'it is not an svc server';
  return {
    name: 'server',
    status: 'failed',
    text: isBroken
      ? `server ${url} answers ${status}: the server or a proxy in front of it is failing`
      : `something answers at ${url} (${status}), but ${problem}`,
    advice: isBroken
      ? ["look into the server's log, then restart it"]
      : ['set the address of the server with --url or SVC_URL'],
    exitStatus: 4,
  };
}

function formatVersionAdvice(server: string, command: string): string[] {
  if (getRelease(server) === getRelease(command)) return [];
  return [
    `the server has version ${server}, this command ${command}: npm install --save-dev @svc/cli@${server}`,
  ];
}

/** `0.1` of `0.1.3`: patches work together. */
function getRelease(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function formatClockAdvice(skewMs: number): string[] {
  if (Math.abs(skewMs) <= LARGEST_SKEW_MS) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const side = skewMs > 0 ? 'behind' : 'ahead of';
  return [`this machine's clock is ${seconds} s ${side} the server's: synchronize both with NTP`];
}

function formatSignedSeconds(ms: number): string {
  const seconds = (ms / 1000).toFixed(1);
  if (seconds === '-0.0') return '+0.0 s';
  return `${ms >= 0 ? '+' : ''}${seconds} s`;
}

function isHealth(body: unknown): body is Health {
  if (typeof body !== 'object' || body === null) return false;
  if (!('version' in body) || !('time' in body)) return false;
  return typeof body.version === 'string' && !Number.isNaN(Date.parse(String(body.time)));
}

/** What svc says to a path that it does not have: its own address. */
function readRefusal(body: unknown): string | undefined {
  if (!isRecord(body) || !isRecord(body['error'])) return undefined;
  const { message } = body['error'];
  const address =
    typeof message === 'string' ? /the address of this server is \S+(?=\.$)/.exec(message) : null;
  return address === null ? undefined : toTerminalLine(address[0]);
}

function describeReason(error: unknown, url: string): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no answer within ${TIMEOUT_MS / 1000} s`;
  }
  return describeUnreachable(error, url);
}
