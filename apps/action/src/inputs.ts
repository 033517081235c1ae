import { getInput, warning } from '@actions/core';
import type { Environment } from '@svc/reporter-core/options/options';
import {
  parseServerUrl,
  withoutPassword,
  DEFAULT_URL,
} from '@svc/reporter-core/options/server-url';
import {
  COMMENT_WHEN,
  type CommentWhen,
  FAIL_ON,
  type FailOn,
  IF_NO_FILES,
  IF_UNDECIDED,
  type IfNoFiles,
  type IfUndecided,
  INPUTS,
} from './constants.ts';
import { buildLegName } from './run/leg.ts';

export interface Inputs {
  apiKey: string | undefined;
  /** Server URL without a trailing slash; undefined if the input is not an http(s) URL. */
  url: string | undefined;
  files: string[];
  project: string | undefined;
  name: string | undefined;
  leg: string | undefined;
  /** `base`, `none`, `branch:NAME` or an execution's id. */
  compareWith: string;
  failOn: FailOn;
  comment: CommentWhen;
  summary: boolean;
  annotations: boolean;
  analyze: boolean;
  failOnUploadError: boolean;
  ifNoFiles: IfNoFiles;
  ifUndecided: IfUndecided;
  /** How long to wait for missing parts. */
  waitMs: number;
  token: string | undefined;
}

/** A setting that cannot be ignored, because the user relies on it to stop a merge. */
export class WrongInput extends Error {
  override name = 'WrongInput';
}

/**
 * Inputs before variables before defaults. A value that is not one of the possible ones becomes the default, with a
 * warning.
 * @throws WrongInput for an unknown `fail-on` or `if-undecided`: ignoring it would let failures pass.
 */
export function readInputs(env: Environment): Inputs {
  const apiKey = readText(INPUTS.apiKey) ?? trimToUndefined(env['SVC_API_KEY']);
  return {
    apiKey,
    url: readServerUrl(readText(INPUTS.url) ?? trimToUndefined(env['SVC_URL'])),
    files: splitLines(getInput(INPUTS.files)),
    project: readText(INPUTS.project) ?? trimToUndefined(env['SVC_PROJECT']),
    name: readText(INPUTS.name) ?? trimToUndefined(env['SVC_NAME']),
    leg: trimToUndefined(env['SVC_LEG']) ?? buildLegName(getInput(INPUTS.matrix)),
    compareWith: readText(INPUTS.compareWith) ?? 'base',
    failOn: readStrictChoice(INPUTS.failOn, FAIL_ON),
    comment: readCommentWhen(),
    summary: readFlag(INPUTS.summary, true),
    annotations: readFlag(INPUTS.annotations, true),
    analyze: readFlag(INPUTS.analyze, true),
    failOnUploadError: readFlag(INPUTS.failOnUploadError, false),
    ifNoFiles: readChoice(INPUTS.ifNoFiles, IF_NO_FILES),
    ifUndecided: readStrictChoice(INPUTS.ifUndecided, IF_UNDECIDED),
    waitMs: readSeconds(INPUTS.wait, 120) * 1000,
    token: readText(INPUTS.token) ?? trimToUndefined(env['GITHUB_TOKEN']),
  };
}

function readText(name: string): string | undefined {
  return trimToUndefined(getInput(name));
}

/** An unset secret arrives as an empty text. */
function trimToUndefined(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function splitLines(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readServerUrl(value: string | undefined): string | undefined {
  if (value === undefined) return DEFAULT_URL;
  const url = parseServerUrl(value);
  if (url === undefined) {
    warning(`url '${withoutPassword(value)}' is not an http(s) address, so no server is asked`);
  }
  return url;
}

/** The first of the possible values is the default. */
function readStrictChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = getInput(name) || values[0];
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw new WrongInput(`${name} '${value}' is not one of ${values.join(', ')}`);
}

/** Reads the input; also accepts boolean words. */
function readCommentWhen(): CommentWhen {
  const value = getInput(INPUTS.comment).toLowerCase();
  if (value === 'true') return 'always';
  return value === 'false' ? 'never' : readChoice(INPUTS.comment, COMMENT_WHEN);
}

/** The first of the possible values is the default. */
function readChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = getInput(name);
  const found = values.find((one) => one === value);
  if (found === undefined && value !== '') {
    warning(`${name} '${value}' is not one of ${values.join(', ')}; using ${values[0]}`);
  }
  return found ?? values[0];
}

function readFlag(name: string, byDefault: boolean): boolean {
  const value = getInput(name).toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  if (value !== '') warning(`${name} '${value}' is not true or false; using ${byDefault}`);
  return byDefault;
}

function readSeconds(name: string, byDefault: number): number {
  const value = getInput(name);
  if (/^\d{1,5}$/.test(value)) return Number(value);
  if (value !== '') warning(`${name} '${value}' is not a number of seconds; using ${byDefault}`);
  return byDefault;
}
