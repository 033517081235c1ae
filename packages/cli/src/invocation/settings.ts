import { findNearest } from '@svc/contract/zod-free/nearest';
import {
  DEFAULT_URL,
  parseServerUrl,
  withoutPassword,
} from '@svc/reporter-core/options/server-url';
import { readConfigFile, type ConfigFile, type StoredContext } from './config-file.ts';
import { CommandError, buildCannotCombineError } from '../errors/exit.ts';
import type { World } from '../world.ts';

export type SettingSource = 'flag' | 'environment' | 'config file' | 'default';

export interface Settings {
  /** Without a slash at its end. */
  url: string;
  urlSource: SettingSource;
  /** An API key or the token of a session. */
  credential: string | undefined;
  credentialSource: SettingSource | undefined;
  /** The config file's context of the server. */
  context?: StoredContext | undefined;
  warnings: string[];
}

export interface SettingFlags {
  url?: string | undefined;
  apiKey?: string | undefined;
  context?: string | undefined;
}

/**
 * The server's address and the credential: flags, over environment, over config file, over default. A credential of
 * the config file is only used for the address that it was stored with. An empty variable counts as not set, because
 * CI systems pass missing secrets as empty variables. The address may omit its scheme, as in the reporters.
 * @throws CommandError when the address is not http(s), there is no such context, or the config file is unreadable.
 *   Falling back to the default would contact another server than the intended one.
 */
export async function readSettings(
  flags: SettingFlags,
  world: Pick<World, 'env' | 'platform'>,
): Promise<Settings> {
  const { env } = world;
  const config = await readConfigFile(world);
  const { url, urlSource, context } = chooseServer(config, flags, env);
  const token: SetValue | undefined =
    context?.token === undefined ? undefined : { value: context.token, source: 'config file' };
  const credential =
    toSetValue(flags.apiKey, 'flag') ??
    // A typed context is more than a variable.
    (flags.context === undefined ? toSetValue(env['SVC_API_KEY'], 'environment') : undefined) ??
    token;
  return {
    url,
    urlSource,
    credential: credential?.value,
    credentialSource: credential?.source,
    context,
    warnings:
      config.warning !== undefined && credential?.source === 'config file' ? [config.warning] : [],
  };
}

/**
 * The context with this name.
 * @throws CommandError when there is none, with the names that there are.
 */
export function getContext({ contexts }: ConfigFile, wanted: string): StoredContext {
  const found = contexts.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = contexts.map(({ name }) => name);
  const near = findNearest(wanted, names);
  const known = names.length === 0 ? 'svc login --url https://svc.example.com' : 'svc context list';
  const remedy = near === undefined ? known : `write ${near}`;
  throw new CommandError(`there is no context '${wanted}'`, remedy);
}

interface SetValue {
  value: string;
  source: Exclude<SettingSource, 'default'>;
}

interface ChosenServer {
  url: string;
  urlSource: SettingSource;
  context: StoredContext | undefined;
}

function chooseServer(
  config: ConfigFile,
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): ChosenServer {
  if (flags.context !== undefined) {
    if (flags.url === undefined) return toChosenServer(getContext(config, flags.context));
    throw buildCannotCombineError('--context and --url');
  }
  const stated = toSetValue(flags.url, 'flag') ?? toSetValue(env['SVC_URL'], 'environment');
  if (stated !== undefined) {
    const url = requireUrl(stated);
    return { url, urlSource: stated.source, context: findContext(config, url) };
  }
  const named = toSetValue(env['SVC_CONTEXT'], 'environment')?.value;
  if (named !== undefined) return toChosenServer(getContext(config, named));
  const current = config.contexts.find(({ name }) => name === config.current);
  if (current !== undefined) return toChosenServer(current);
  return { url: DEFAULT_URL, urlSource: 'default', context: findContext(config, DEFAULT_URL) };
}

function toChosenServer(context: StoredContext): ChosenServer {
  const url = requireUrl({ value: context.url, source: 'config file' });
  return { url, urlSource: 'config file', context };
}

/** The context of an address: the current one if it has it, because several may. */
function findContext(config: ConfigFile, url: string): StoredContext | undefined {
  const matching = config.contexts.filter((context) => parseServerUrl(context.url) === url);
  return matching.find(({ name }) => name === config.current) ?? matching[0];
}

const PLACES: Record<SetValue['source'], readonly [place: string, remedy: string]> = {
  flag: ['--url', `write it like --url ${DEFAULT_URL}`],
  environment: ['SVC_URL', `write it like SVC_URL=${DEFAULT_URL}`],
  'config file': ["the config file's url", `svc login --url ${DEFAULT_URL}`],
};

function toSetValue(text: string | undefined, source: SetValue['source']): SetValue | undefined {
  const value = text?.trim();
  return value === undefined || value === '' ? undefined : { value, source };
}

function requireUrl({ value, source }: SetValue): string {
  const url = parseServerUrl(value);
  if (url !== undefined) return url;
  const [place, remedy] = PLACES[source];
  throw new CommandError(`${place} '${withoutPassword(value)}' is not an http(s) address`, remedy);
}

/** Whether an address is that of this machine, which no other machine reaches. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
