/** What a reporter is told in the user's configuration. Each has an environment variable; the option wins. */
export interface ReporterOptions {
  /** `SVC_API_KEY`. Without one nothing is sent. Better kept out of the configuration file. */
  apiKey?: string | undefined;
  /** `SVC_URL`; default `http://localhost:4400`. */
  url?: string | undefined;
  /** `SVC_PROJECT`; default: the repository's name. */
  project?: string | undefined;
  /** `SVC_NAME`: tells apart several executions of one CI run, such as the legs of a matrix. */
  name?: string | undefined;
  /** `SVC_EXECUTION_KEY`: uploads with the same key make one execution; default: CI run, attempt and name. */
  key?: string | undefined;
  /** `SVC_TAGS`, separated by commas. */
  tags?: readonly string[] | undefined;
  /** `SVC_ENVIRONMENT`: its name, or several facts; default name: `ci` or `local`. */
  environment?: string | Readonly<Record<string, string>> | undefined;
  /** `SVC_ENABLED`: `true` (default), `false`, or `watch` to report reruns in watch mode too. */
  enabled?: boolean | 'watch' | undefined;
  /** `SVC_UPLOAD_BUDGET_MS`: the longest that reporting may hold up the end of a run; default 30,000. */
  uploadBudgetMs?: number | undefined;
  /** `SVC_REDACT`, separated by commas: further environment variables whose values never leave the machine. */
  redact?: readonly string[] | undefined;
}

export interface ResolvedOptions {
  apiKey: string | undefined;
  url: string;
  project: string | undefined;
  name: string | undefined;
  key: string | undefined;
  tags: string[];
  environment: Record<string, string>;
  enabled: boolean | 'watch';
  uploadBudgetMs: number;
  redact: string[];
  /** Settings that cannot be right, one sentence each; their defaults are in force. */
  complaints: string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options over variables over defaults. Never throws: a wrong setting is told, and must not end a test run. */
export function resolveOptions(options: ReporterOptions, env: Environment): ResolvedOptions {
  const complaints: string[] = [];
  return {
    apiKey: text(options.apiKey, env['SVC_API_KEY']),
    url: url(text(options.url, env['SVC_URL']), complaints),
    project: text(options.project, env['SVC_PROJECT']),
    name: text(options.name, env['SVC_NAME']),
    key: text(options.key, env['SVC_EXECUTION_KEY']),
    tags: list(options.tags, env['SVC_TAGS']),
    environment: facts(options.environment ?? text(undefined, env['SVC_ENVIRONMENT'])),
    enabled: enabled(options.enabled ?? text(undefined, env['SVC_ENABLED']), complaints),
    uploadBudgetMs: budget(
      options.uploadBudgetMs ?? text(undefined, env['SVC_UPLOAD_BUDGET_MS']),
      complaints,
    ),
    redact: list(options.redact, env['SVC_REDACT']),
    complaints,
  };
}

export const DEFAULT_URL = 'http://localhost:4400';

// Long enough for a server's restart, short enough that nobody takes the reporter for a hung run.
const DEFAULT_BUDGET_MS = 30_000;

/** An empty variable is an unset one: CI systems give undefined secrets as ''. */
function text(option: string | undefined, variable: string | undefined): string | undefined {
  return option?.trim() || variable?.trim() || undefined;
}

function list(option: readonly string[] | undefined, variable: string | undefined): string[] {
  const parts = option ?? variable?.split(',') ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function url(value: string | undefined, complaints: string[]): string {
  if (value === undefined) return DEFAULT_URL;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:')
    return value.replace(/\/+$/, '');
  complaints.push(`SVC_URL is no http(s) address, using ${DEFAULT_URL}`);
  return DEFAULT_URL;
}

function facts(value: ReporterOptions['environment']): Record<string, string> {
  if (value === undefined) return {};
  return typeof value === 'string' ? { name: value } : { ...value };
}

function enabled(value: boolean | string | undefined, complaints: string[]): boolean | 'watch' {
  if (value === undefined || value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  if (value === 'watch') return value;
  complaints.push(`SVC_ENABLED is '${value}', but can be true, false or watch`);
  return true;
}

function budget(value: number | string | undefined, complaints: string[]): number {
  if (value === undefined) return DEFAULT_BUDGET_MS;
  const milliseconds = Number(value);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return Math.min(milliseconds, LONGEST_MS);
  complaints.push(`SVC_UPLOAD_BUDGET_MS is '${value}', but must be a number of milliseconds`);
  return DEFAULT_BUDGET_MS;
}

// The most that a timer takes.
const LONGEST_MS = 2_147_483_647;
