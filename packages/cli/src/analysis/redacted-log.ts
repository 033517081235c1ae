import { resolveOptions } from '@svc/reporter-core/options/options';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import type { CommandContext } from '../context/command-context.ts';
import { LOG_BYTES } from './log-file.ts';

/** The log without secrets, as reporters send texts, within the limit. A verdict may quote it. */
export function redactedLog(
  text: string,
  { env, settings }: Pick<CommandContext, 'env' | 'settings'>,
): string {
  const { redact: names } = resolveOptions({}, env);
  // A mask may be longer than the secret. The end of a log tells most.
  return makeRedact({ apiKey: settings.apiKey, env, names })(text).slice(-LOG_BYTES);
}
