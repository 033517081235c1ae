import { hasErrorCode } from '../errors/error-code.ts';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { DEFAULT_URL, parseServerUrl } from '@svc/reporter-core/options/server-url';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { CommandError } from '../errors/exit.ts';
import type { World } from '../world.ts';

/** A server that the config file knows, and the credential for it. */
export interface StoredContext {
  name: string;
  /** As in the file, so possibly not an address. */
  url: string;
  /** An API key or the token of a session. */
  token?: string | undefined;
  /** Whose session it is; absent for an API key. */
  user?: string | undefined;
}

export interface ConfigFile {
  path: string;
  contexts: StoredContext[];
  /** The name of the context that counts if no other one is named. */
  current?: string | undefined;
  /** Set when other users of this machine can read the credentials. */
  warning?: string | undefined;
}

/**
 * The config file, by default `~/.config/svc/config.json`. Its form is
 * `{"current": "NAME", "contexts": {"NAME": {"url", "token", "user"}}}`. The form of one server,
 * `{"url": "…", "apiKey": "…"}`, is a context that is named after the host. Without a file, there are no contexts.
 */
export async function readConfigFile({
  env,
  platform,
}: Pick<World, 'env' | 'platform'>): Promise<ConfigFile> {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  const path = join(base, 'svc', 'config.json');
  const text = await readConfigFileText(path);
  if (text === undefined) return { path, contexts: [] };
  const config = parseConfig(path, text);
  const single = parseSingleServer(config);
  const contexts = parseContexts(config['contexts']);
  if (single !== undefined && !contexts.some(({ name }) => name === single.name)) {
    contexts.push(single);
  }
  return {
    path,
    contexts,
    current: readString(config, 'current') ?? single?.name,
    // Windows has no such file modes; its profile folders belong to the user.
    warning: platform === 'win32' ? undefined : await findModeWarning(path),
  };
}

/** `localhost:4400`, with the path if the address has one. */
export function formatContextName(url: string): string {
  const address = parseServerUrl(url);
  if (address === undefined) return url;
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

async function readConfigFileText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the config file cannot be read: ${reason}`, `chmod 600 ${path}`);
  }
}

function isMissing(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR');
}

function parseConfig(path: string, text: string): Record<string, unknown> {
  const config = parseJson(text);
  if (isRecord(config)) return config;
  throw new CommandError(
    `the config file ${path} is not a JSON object`,
    `correct or remove it, then run svc login`,
  );
}

function parseContexts(contexts: unknown): StoredContext[] {
  if (!isRecord(contexts)) return [];
  return Object.entries(contexts).flatMap(([name, entry]) => {
    if (!isRecord(entry)) return [];
    const url = readString(entry, 'url');
    if (url === undefined) return [];
    return [{ name, url, token: readString(entry, 'token'), user: readString(entry, 'user') }];
  });
}

function parseSingleServer(config: Record<string, unknown>): StoredContext | undefined {
  const url = readString(config, 'url');
  const token = readString(config, 'apiKey');
  if (url === undefined && token === undefined) return undefined;
  return { name: formatContextName(url ?? DEFAULT_URL), url: url ?? DEFAULT_URL, token };
}

function readString(config: Record<string, unknown>, key: string): string | undefined {
  const value = config[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

async function findModeWarning(path: string): Promise<string | undefined> {
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `other users can read the key in ${path} (mode ${shown}): chmod 600 ${path}`;
}
