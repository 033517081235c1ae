import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parsedJson } from '@svc/contract/parsed-json';
import { CommandError } from '../errors/exit.ts';

export interface ConfigFile {
  path: string;
  url?: string | undefined;
  apiKey?: string | undefined;
  /** Set when other users of this machine can read the key. */
  warning?: string | undefined;
}

/** The config file, by default `~/.config/svc/config.json`. Without a file, only its path. */
export async function readConfigFile(env: NodeJS.ProcessEnv): Promise<ConfigFile> {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  const path = join(base, 'svc', 'config.json');
  const text = await textOf(path);
  if (text === undefined) return { path };
  const config = parsedConfig(path, text);
  return {
    path,
    url: stringIn(config, 'url'),
    apiKey: stringIn(config, 'apiKey'),
    warning: await modeWarning(path),
  };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the config file cannot be read: ${reason}`, `chmod 600 ${path}`);
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

function parsedConfig(path: string, text: string): Record<string, unknown> {
  const config = parsedJson(text);
  if (typeof config === 'object' && config !== null) return { ...config };
  throw new CommandError(
    `the config file ${path} is not a JSON object`,
    'correct or remove it; its form is {"url": "…", "apiKey": "…"}',
  );
}

function stringIn(config: Record<string, unknown>, key: string): string | undefined {
  const value = config[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

async function modeWarning(path: string): Promise<string | undefined> {
  // Windows has no such file modes; its profile folders belong to the user.
  if (process.platform === 'win32') return undefined;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `other users can read the key in ${path} (mode ${shown}): chmod 600 ${path}`;
}
