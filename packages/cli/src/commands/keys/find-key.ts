import type { SvcClient } from '@svc/client';
import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { findNearest } from '@svc/contract/zod-free/nearest';
import { CommandError } from '../../errors/exit.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';

export const KEY_ARGUMENT = "its name, its id, or the end of the key's text (svc_…a91c)";

/**
 * The key that `<key>` means. An active one is preferred, because a revoked one may have had the same name.
 * @throws CommandError for none and for several, with candidates.
 */
export async function findKey(client: SvcClient, typed: string): Promise<ListedApiKey> {
  const { items } = await client.apiKeys.list.query({});
  const word = typed.trim();
  const hint = /^(?:svc_)?[…*.]*([0-9A-Za-z]{4})$/.exec(word)?.[1];
  const byName = items.filter(({ name, id }) => name === word || id === word.toLowerCase());
  const matching = byName.length > 0 ? byName : items.filter((key) => key.hint === hint);
  const active = matching.filter(({ status }) => status === 'active');
  const [key, ...others] = active.length > 0 ? active : matching;
  if (key === undefined) {
    const near = findNearest(
      word,
      items.map(({ name }) => name),
    );
    throw new CommandError(
      `no API key '${typed}'`,
      near === undefined ? 'svc keys' : `write ${quoteShellWord(near)}`,
    );
  }
  if (others.length > 0) {
    const ids = [key, ...others].slice(0, 3).map(({ id }) => id);
    throw new CommandError(
      `'${typed}' matches ${others.length + 1} API keys`,
      `write the id of one, such as ${ids.join(' or ')}`,
    );
  }
  return key;
}
