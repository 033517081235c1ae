import { hasErrorCode } from '../errors/error-code.ts';
import type { RequestTrace, SvcClient, SvcClientOptions } from '@svc/client';
import { CommandError } from '../errors/exit.ts';
import type { Printer } from '../terminal/print.ts';
import { readSettings, type Settings } from './settings.ts';
import { quoteShellWord } from '../errors/proposed-command.ts';
import { readSvcVersion } from '../version.ts';
import type { World } from '../world.ts';

/** The flags of every command. */
export interface CommonFlags {
  /** Also with `jq`. */
  json?: boolean;
  jq?: string;
  markdown?: boolean;
  url?: string;
  apiKey?: string;
  context?: string;
  color: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

/** Everything a command uses from outside. */
export interface Invocation {
  /** All words as typed. The parser removes `--` from the arguments of a command. */
  args: readonly string[];
  settings: Settings;
  printer: Printer;
  /** The process. Its environment and folder are also here, because most commands need them. */
  world: World;
  env: NodeJS.ProcessEnv;
  directory: string;
  /** When the command started. */
  now: Date;
}

export async function makeInvocation(
  flags: CommonFlags,
  { args, printer, world }: Pick<Invocation, 'args' | 'printer' | 'world'>,
): Promise<Invocation> {
  const { env, directory, clock } = world;
  const settings = await readSettings(flags, world);
  for (const warning of settings.warnings) printer.warn(warning);
  return { args, settings, printer, world, env, directory, now: clock.now() };
}

/**
 * A client for the settings' server. Checks the key first: a missing or mistyped key is found without a request.
 * @throws CommandError with exit status 3.
 */
export async function connect(
  invocation: Invocation,
  onRequest?: (trace: RequestTrace) => void,
  retryBudgetMs?: number,
): Promise<SvcClient> {
  const { settings, printer } = invocation;
  const credential = await requireCredential(settings);
  const { createSvcClient } = await import('@svc/client');
  return createSvcClient({
    ...buildClientOptions(invocation, { url: settings.url, credential }),
    ...(retryBudgetMs === undefined ? {} : { retryBudgetMs }),
    onRequest: (trace) => {
      printer.trace(trace);
      onRequest?.(trace);
    },
  });
}

/** The options of every client of svc: its name, `-v`, and the network. */
export function buildClientOptions(
  { printer, world }: Pick<Invocation, 'printer' | 'world'>,
  { url, credential }: { url: string; credential?: string | undefined },
): SvcClientOptions {
  return {
    url,
    apiKey: credential,
    userAgent: `svc/${readSvcVersion()}`,
    fetch: world.fetch,
    onRequest: (trace) => printer.trace(trace),
  };
}

/**
 * Returns the credential, or throws if it is missing or a malformed API key, without a request. Session tokens pass:
 * only the server can check them.
 */
export async function requireCredential(settings: Settings): Promise<string> {
  const { url, urlSource, credential, credentialSource } = settings;
  if (credential === undefined) {
    const isStated = urlSource === 'flag' || urlSource === 'environment';
    const login = isStated ? `svc login --url ${quoteShellWord(url)}` : 'svc login';
    throw new CommandError(
      `no API key, and not signed in to ${url}`,
      `run ${login}, or set SVC_API_KEY to a key of this server`,
      3,
    );
  }
  const { API_KEY_PREFIX, isApiKeyText } = await import('@svc/contract/zod-free/api-key-text');
  if (credential.startsWith(API_KEY_PREFIX) && !isApiKeyText(credential)) {
    const place = credentialSource === 'environment' ? 'SVC_API_KEY' : `the ${credentialSource}`;
    const problem = `the API key ${formatApiKeyHint(credential)} from ${place} is mistyped or cut short`;
    throw new CommandError(problem, 'copy it again: a key is svc_ and 36 letters and digits', 3);
  }
  return credential;
}

/** The part of a key that distinguishes it from others, as in the server's list. */
export function formatApiKeyHint(apiKey: string): string {
  return apiKey.length < 12 ? 'svc_…' : `svc_…${apiKey.slice(-4)}`;
}

/** The error, with `svc login` as its remedy if the server refused a credential that `svc login` stored. */
export function signInAgain(error: unknown, settings: Settings): unknown {
  const { credentialSource, context } = settings;
  if (
    credentialSource !== 'config file' ||
    context === undefined ||
    !hasErrorCode(error, 'UNAUTHORIZED')
  )
    return error;
  // Sessions end after 7 days without use.
  const ended =
    context.user === undefined ? error.message : `the session of ${context.user} is over`;
  const remedy = `svc login --url ${quoteShellWord(settings.url)}${nameFlag(context.name, settings.url)}`;
  return new CommandError(ended.replace(/\.$/, ''), remedy, 3);
}

function nameFlag(name: string, url: string): string {
  return url.endsWith(`//${name}`) ? '' : ` --name ${quoteShellWord(name)}`;
}
