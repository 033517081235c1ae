import { readConfigFile } from './config-file.ts';
import { CommandError } from './exit.ts';

const DEFAULT_URL = 'http://localhost:4400';

type SettingSource = 'flag' | 'environment' | 'config file' | 'default';

export interface Settings {
  /** Without a slash at its end. */
  url: string;
  urlSource: SettingSource;
  apiKey: string | undefined;
  apiKeySource: SettingSource | undefined;
  warnings: string[];
}

export interface SettingFlags {
  url?: string | undefined;
  apiKey?: string | undefined;
}

/**
 * Where the server is and the key for it: flag, over environment, over config file, over default.
 * A variable that is set and empty counts as not set, as CI systems pass missing secrets so.
 * @throws CommandError when the address is no http(s) URL or the config file is unreadable.
 */
export async function readSettings(flags: SettingFlags, env: NodeJS.ProcessEnv): Promise<Settings> {
  const config = await readConfigFile(env);
  const url = firstSet(flags.url, env['SVC_URL'], config.url);
  const apiKey = firstSet(flags.apiKey, env['SVC_API_KEY'], config.apiKey);
  return {
    url: serverUrl(url?.value ?? DEFAULT_URL),
    urlSource: url?.source ?? 'default',
    apiKey: apiKey?.value,
    apiKeySource: apiKey?.source,
    warnings:
      config.warning !== undefined && apiKey?.source === 'config file' ? [config.warning] : [],
  };
}

function firstSet(...values: readonly (string | undefined)[]) {
  const sources = ['flag', 'environment', 'config file'] as const;
  const index = values.findIndex((value) => value !== undefined && value.trim() !== '');
  const value = values[index]?.trim();
  const source = sources[index];
  return value === undefined || source === undefined ? undefined : { value, source };
}

function serverUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CommandError(
      `'${text}' is no address of a server`,
      `--url ${DEFAULT_URL}, or SVC_URL`,
    );
  }
  const url = new URL(text);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
