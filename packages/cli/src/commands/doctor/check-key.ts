import { SvcClientError, type RateLimit } from '@svc/client';
import { formatKeyBounds } from '@svc/analysis/text/key-bounds';
import type { Whoami } from '@svc/contract/people/whoami';
import { formatApiKeyHint, connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { toFailure } from '../../errors/failure.ts';
import type { Check } from './doctor-text.ts';

/** Checks that there is a key, that it is well-formed and accepted; shows its owner and the rest of its rate limit. */
export async function checkKey(invocation: Invocation, isServerThere: boolean): Promise<Check> {
  let rateLimit: RateLimit | undefined;
  try {
    const client = await connect(invocation, (trace) => (rateLimit = trace.rateLimit));
    if (!isServerThere) {
      const text = `key ${formatKeyName(invocation)} is well-formed; not checked, because the server did not answer`;
      return { name: 'key', status: 'skipped', text, advice: [] };
    }
    return buildAcceptedCheck(invocation, await client.whoami.get.query({}), rateLimit);
  } catch (error) {
    if (error instanceof CommandError || error instanceof SvcClientError)
      return buildRefusedCheck(invocation, error);
    throw error;
  }
}

const EXPIRES_SOON_MS = 14 * 24 * 3_600_000;

function buildAcceptedCheck(
  invocation: Invocation,
  whoami: Whoami,
  rateLimit: RateLimit | undefined,
): Check {
  const { organization, credential, limits } = whoami;
  const left =
    rateLimit === undefined
      ? ''
      : ` (${rateLimit.remaining} of ${rateLimit.limit} reads left, ${limits.writesPerMinute} writes a minute)`;
  const subject =
    credential.kind === 'apiKey'
      ? `key ${formatKeyName(invocation)}`
      : `session of ${credential.name} (${credential.role})`;
  const may = credential.scope === 'ingest' ? 'may only upload' : 'may write';
  const bounds = formatKeyBounds(credential.bounds).map((fact) => `, ${fact}`);
  const text = `${subject} ${may} to organization ${organization.name}${bounds.join('')}${left}`;
  const { expiresAt, kind } = credential;
  // A session ends 7 days after its last use, and is renewed by each use.
  if (
    kind === 'session' ||
    expiresAt === null ||
    Date.parse(expiresAt) - invocation.now.getTime() > EXPIRES_SOON_MS
  ) {
    return { name: 'key', status: 'ok', text, advice: [] };
  }
  const advice = [`it expires on ${expiresAt.slice(0, 10)}: create a new one before that`];
  return { name: 'key', status: 'warning', text, advice };
}

function buildRefusedCheck(invocation: Invocation, error: CommandError | SvcClientError): Check {
  const { problem, remedy, exitStatus } = toFailure(error);
  if (exitStatus !== 3) {
    const text = `the key could not be checked: ${problem}`;
    return { name: 'key', status: 'failed', text, advice: [remedy], exitStatus: 4 };
  }
  const isUnknown = error instanceof SvcClientError;
  const { user } = invocation.settings.context ?? {};
  if (isUnknown && user !== undefined && invocation.settings.credentialSource === 'config file') {
    const text = `session of ${user} is refused: ${problem}`;
    return { name: 'key', status: 'failed', text, advice: ['svc login'], exitStatus: 3 };
  }
  const text = isUnknown ? `key ${formatKeyName(invocation)} is refused: ${problem}` : problem;
  const advice = [isUnknown ? 'create a new key, and set SVC_API_KEY to it' : remedy];
  return { name: 'key', status: 'failed', text, advice, exitStatus: 3 };
}

function formatKeyName({ settings }: Invocation): string {
  return settings.credential === undefined ? '' : formatApiKeyHint(settings.credential);
}
