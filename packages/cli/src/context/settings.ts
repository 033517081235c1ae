import { DEFAULT_URL, serverUrl, withoutPassword } from '@svc/reporter-core/upload/server-url';
import { readConfigFile } from './config-file.ts';
import { CommandError } from '../errors/exit.ts';

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
 * The server's address and the key: flag, over environment, over config file, over default. An empty variable counts
 * as not set, because CI systems pass missing secrets as empty variables. The address may omit its scheme, as in the
 * reporters.
 * @throws CommandError when the address is not http(s) or the config file is unreadable. Falling back to the default
 * would contact another server than the intended one.
 */
export async function readSettings(flags: SettingFlags, env: NodeJS.ProcessEnv): Promise<Settings> {
  const config = await readConfigFile(env);
  const url = firstSet(flags.url, env['SVC_URL'], config.url);
  const apiKey = firstSet(flags.apiKey, env['SVC_API_KEY'], config.apiKey);
  return {
    url: url === undefined ? DEFAULT_URL : checkedUrl(url),
    urlSource: url?.source ?? 'default',
    apiKey: apiKey?.value,
    apiKeySource: apiKey?.source,
    warnings:
      config.warning !== undefined && apiKey?.source === 'config file' ? [config.warning] : [],
  };
}

interface SetValue {
  value: string;
  source: Exclude<SettingSource, 'default'>;
}

const PLACES: Record<SetValue['source'], readonly [place: string, remedy: string]> = {
  flag: ['--url', `write it like --url ${DEFAULT_URL}`],
  environment: ['SVC_URL', `write it like SVC_URL=${DEFAULT_URL}`],
  'config file': ["the config file's url", `write it like {"url": "${DEFAULT_URL}"}`],
};

function firstSet(...values: readonly (string | undefined)[]): SetValue | undefined {
  const sources = ['flag', 'environment', 'config file'] as const;
  const index = values.findIndex((value) => value !== undefined && value.trim() !== '');
  const value = values[index]?.trim();
  const source = sources[index];
  return value === undefined || source === undefined ? undefined : { value, source };
}

function checkedUrl({ value, source }: SetValue): string {
  const url = serverUrl(value);
  if (url !== undefined) return url;
  const [place, remedy] = PLACES[source];
  throw new CommandError(`${place} '${withoutPassword(value)}' is not an http(s) address`, remedy);
}
