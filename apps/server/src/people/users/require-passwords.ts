import type { Config } from '../../config.ts';
import { SvcError } from '../../errors.ts';

/** @throws SvcError FORBIDDEN when the server has switched passwords off. */
export function requirePasswords(config: Pick<Config, 'passwords' | 'github' | 'oidc'>): void {
  if (config.passwords) return;
  const providers = [config.github === null ? [] : ['GitHub'], config.oidc?.name ?? []].flat();
  throw new SvcError('FORBIDDEN', 'This server has no passwords: SVC_PASSWORDS is off.', {
    hint: `Sign in with ${providers.join(' or ')}.`,
  });
}
