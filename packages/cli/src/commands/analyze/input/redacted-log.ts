import { resolveOptions } from '@svc/reporter-core/options/options';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import type { CommandContext } from '../../../context/command-context.ts';
import { LOG_BYTES } from './log-file.ts';

type Secrets = Pick<CommandContext, 'env' | 'settings'>;

/** What takes secrets out of texts, as reporters do. A verdict may quote any text that it read. */
export function redaction({ env, settings }: Secrets): (text: string) => string {
  const { redact: names } = resolveOptions({}, env);
  return makeRedact({ apiKey: settings.apiKey, env, names });
}

/** A log without secrets, within the limit. */
export function redactedLog(text: string, secrets: Secrets): string {
  // A mask may be longer than the secret. The end of a log tells most.
  return redaction(secrets)(text).slice(-LOG_BYTES);
}
