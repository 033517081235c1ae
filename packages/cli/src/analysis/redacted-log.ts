import { resolveOptions } from '@svc/reporter-core/options/options';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import type { CommandContext } from '../context/command-context.ts';

/** The log without secrets, as reporters send texts. A verdict may quote it. */
export function redactedLog(
  text: string,
  { env, settings }: Pick<CommandContext, 'env' | 'settings'>,
): string {
  const { redact: names } = resolveOptions({}, env);
  return makeRedact({ apiKey: settings.apiKey, env, names })(text);
}
