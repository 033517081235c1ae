import { DEFAULT_URL, serverUrl, withoutPassword } from '@svc/reporter-core/upload/server-url';
import { readConfigFile } from './config-file.ts';
import { CommandError } from './exit.ts';

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
 * The address may do without its scheme, as in the reporters.
 * @throws CommandError when it is no http(s) address or the config file is unreadable. A default in
 *   its place would ask, and send to, another server than the one that was meant.
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
  flag: ['--url', `as in --url ${DEFAULT_URL}`],
  environment: ['SVC_URL', `as in SVC_URL=${DEFAULT_URL}`],
  'config file': ["the config file's url", `as in {"url": "${DEFAULT_URL}"}`],
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
  throw new CommandError(`${place} '${withoutPassword(value)}' is no http(s) address`, remedy);
}
