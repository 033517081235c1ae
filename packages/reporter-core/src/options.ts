import type { RunOutcome } from './run-outcome.ts';
import { DEFAULT_URL, serverUrl, withoutPassword } from './server-url.ts';

export { DEFAULT_URL } from './server-url.ts';

/** Of which results something is taken: those that failed, timed out or were flaky; every one; none. */
export type Which = 'failed' | 'all' | 'none';

/** What a reporter is told in the user's configuration. Each has an environment variable; the option wins. */
export interface ReporterOptions {
  /** `SVC_API_KEY`. Without one nothing is sent. Better kept out of the configuration file. */
  apiKey?: string | undefined;
  /**
   * `SVC_URL`; default `http://localhost:4400`. Without a scheme it is `http` for this machine, plain
   * host names and IP addresses, and `https` for all others.
   */
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
  /** `SVC_ARTIFACTS`: of which results screenshots, traces and other attachments are sent; default `failed`. */
  artifacts?: Which | undefined;
  /** `SVC_MAX_ARTIFACT_SIZE_BYTES`: a larger file is left out, and told; default 104,857,600 (100 MiB). */
  maxArtifactSizeBytes?: number | undefined;
  /**
   * `SVC_INCLUDE_OUTPUT`: of which results stdout and stderr are sent; default `failed`, since the
   * console of passing tests is what makes uploads huge. With `failed` the output of a test file goes
   * along where the file has errors of its own or such a result in it.
   */
  includeOutput?: Which | undefined;
  /**
   * Called once with what became of the run, at its very end. What it returns is waited for, at most
   * five seconds and within the budget; what it throws is told in one line and goes no further.
   * `SVC_ON_UPLOAD` names a file instead, which gets the same as JSON.
   */
  onUpload?: ((outcome: RunOutcome) => unknown) | undefined;
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
  artifacts: Which;
  maxArtifactSizeBytes: number;
  includeOutput: Which;
  onUpload: ReporterOptions['onUpload'];
  /** The file that gets the outcome, as it was given. */
  outcomeFile: string | undefined;
  /** Settings that cannot be right, one sentence each; their defaults are in force. */
  complaints: string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options over variables over defaults. Never throws: a wrong setting is told, and must not end a test run. */
export function resolveOptions(options: ReporterOptions, env: Environment): ResolvedOptions {
  const complaints: string[] = [];
  return {
    apiKey: text(options.apiKey, env['SVC_API_KEY']),
    url: address(text(options.url, env['SVC_URL']), complaints),
    project: text(options.project, env['SVC_PROJECT']),
    name: text(options.name, env['SVC_NAME']),
    key: text(options.key, env['SVC_EXECUTION_KEY']),
    tags: list(options.tags, env['SVC_TAGS']),
    environment: facts(options.environment ?? text(undefined, env['SVC_ENVIRONMENT'])),
    enabled: enabled(options.enabled ?? text(undefined, env['SVC_ENABLED']), complaints),
    uploadBudgetMs: amount(options.uploadBudgetMs ?? text(undefined, env['SVC_UPLOAD_BUDGET_MS']), {
      ...BUDGET,
      complaints,
    }),
    redact: list(options.redact, env['SVC_REDACT']),
    artifacts: which(
      options.artifacts ?? text(undefined, env['SVC_ARTIFACTS']),
      'SVC_ARTIFACTS',
      complaints,
    ),
    maxArtifactSizeBytes: amount(
      options.maxArtifactSizeBytes ?? text(undefined, env['SVC_MAX_ARTIFACT_SIZE_BYTES']),
      { ...ARTIFACT_SIZE, complaints },
    ),
    includeOutput: which(
      options.includeOutput ?? text(undefined, env['SVC_INCLUDE_OUTPUT']),
      'SVC_INCLUDE_OUTPUT',
      complaints,
    ),
    onUpload: options.onUpload,
    outcomeFile: text(undefined, env['SVC_ON_UPLOAD']),
    complaints,
  };
}

function address(value: string | undefined, complaints: string[]): string {
  if (value === undefined) return DEFAULT_URL;
  const url = serverUrl(value);
  if (url !== undefined) return url;
  complaints.push(
    `SVC_URL '${withoutPassword(value)}' is no http(s) address, using ${DEFAULT_URL}`,
  );
  return DEFAULT_URL;
}

const BUDGET = {
  variable: 'SVC_UPLOAD_BUDGET_MS',
  unit: 'milliseconds',
  // Long enough for a server's restart, short enough that nobody takes the reporter for a hung run.
  byDefault: 30_000,
  // The most that a timer takes.
  most: 2_147_483_647,
};

const ARTIFACT_SIZE = {
  variable: 'SVC_MAX_ARTIFACT_SIZE_BYTES',
  unit: 'bytes',
  // A trace of a long test takes tens of megabytes; what is larger is mostly an accident.
  byDefault: 100 * 1024 * 1024,
  most: Number.MAX_SAFE_INTEGER,
};

/** An empty variable is an unset one: CI systems give undefined secrets as ''. */
function text(option: string | undefined, variable: string | undefined): string | undefined {
  return option?.trim() || variable?.trim() || undefined;
}

function list(option: readonly string[] | undefined, variable: string | undefined): string[] {
  const parts = option ?? variable?.split(',') ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
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

function which(value: string | undefined, variable: string, complaints: string[]): Which {
  if (value === undefined) return 'failed';
  if (value === 'failed' || value === 'all' || value === 'none') return value;
  complaints.push(`${variable} is '${value}', but can be failed, all or none`);
  return 'failed';
}

interface Amount {
  variable: string;
  unit: string;
  byDefault: number;
  most: number;
  complaints: string[];
}

function amount(
  value: number | string | undefined,
  { variable, unit, byDefault, most, complaints }: Amount,
): number {
  if (value === undefined) return byDefault;
  const count = Number(value);
  if (Number.isFinite(count) && count >= 0) return Math.min(count, most);
  complaints.push(`${variable} is '${value}', but must be a number of ${unit}`);
  return byDefault;
}
