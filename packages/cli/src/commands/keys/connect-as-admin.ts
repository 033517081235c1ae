import type { SvcClient } from '@svc/client';
import { API_KEY_PREFIX } from '@svc/contract/zod-free/api-key-text';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';

/**
 * A client with the session of a person: an API key cannot manage keys, so that a leaked one makes no others.
 * @throws CommandError when the credential is an API key.
 */
export async function connectAsAdmin(invocation: Invocation): Promise<SvcClient> {
  const { credential, credentialSource, context: stored, url } = invocation.settings;
  if (credential?.startsWith(API_KEY_PREFIX) !== true) return connect(invocation);
  const place = credentialSource === 'environment' ? ' in SVC_API_KEY' : '';
  const problem = `an API key${place} cannot manage keys: an admin must sign in`;
  // A session that another setting covers.
  if (stored?.user !== undefined) {
    throw new CommandError(
      problem,
      `repeat the command with --context ${quoteShellWord(stored.name)}`,
      3,
    );
  }
  throw new CommandError(problem, `svc login --url ${quoteShellWord(url)}`, 3);
}
