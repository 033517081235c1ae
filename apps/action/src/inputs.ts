import { getInput, warning } from '@actions/core';
import type { Environment } from '@svc/reporter-core/options/options';
import { serverUrl, withoutPassword, DEFAULT_URL } from '@svc/reporter-core/upload/server-url';
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
import { legOf } from './run/leg.ts';

export interface Inputs {
  apiKey: string | undefined;
  /** Without a slash at its end; undefined if the given one is no http(s) address. */
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
  /** How long to wait for missing shards. */
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
  const apiKey = text(INPUTS.apiKey) ?? blank(env['SVC_API_KEY']);
  return {
    apiKey,
    url: address(text(INPUTS.url) ?? blank(env['SVC_URL'])),
    files: lines(getInput(INPUTS.files)),
    project: text(INPUTS.project) ?? blank(env['SVC_PROJECT']),
    name: text(INPUTS.name) ?? blank(env['SVC_NAME']),
    leg: blank(env['SVC_LEG']) ?? legOf(getInput(INPUTS.matrix)),
    compareWith: text(INPUTS.compareWith) ?? 'base',
    failOn: strictChoice(INPUTS.failOn, FAIL_ON),
    comment: commentWhen(),
    summary: flag(INPUTS.summary, true),
    annotations: flag(INPUTS.annotations, true),
    analyze: flag(INPUTS.analyze, true),
    failOnUploadError: flag(INPUTS.failOnUploadError, false),
    ifNoFiles: choice(INPUTS.ifNoFiles, IF_NO_FILES),
    ifUndecided: strictChoice(INPUTS.ifUndecided, IF_UNDECIDED),
    waitMs: seconds(INPUTS.wait, 120) * 1000,
    token: text(INPUTS.token) ?? blank(env['GITHUB_TOKEN']),
  };
}

function text(name: string): string | undefined {
  return blank(getInput(name));
}

/** An unset secret arrives as an empty text. */
function blank(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function lines(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function address(value: string | undefined): string | undefined {
  if (value === undefined) return DEFAULT_URL;
  const url = serverUrl(value);
  if (url === undefined) {
    warning(`url '${withoutPassword(value)}' is not an http(s) address, so no server is asked`);
  }
  return url;
}

/** The first of the possible values is the default. */
function strictChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = getInput(name) || values[0];
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw new WrongInput(`${name} '${value}' is not one of ${values.join(', ')}`);
}

/** Also takes what people write for a switch. */
function commentWhen(): CommentWhen {
  const value = getInput(INPUTS.comment).toLowerCase();
  if (value === 'true') return 'always';
  return value === 'false' ? 'never' : choice(INPUTS.comment, COMMENT_WHEN);
}

/** The first of the possible values is the default. */
function choice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
  const value = getInput(name);
  const found = values.find((one) => one === value);
  if (found === undefined && value !== '') {
    warning(`${name} '${value}' is not one of ${values.join(', ')}; using ${values[0]}`);
  }
  return found ?? values[0];
}

function flag(name: string, byDefault: boolean): boolean {
  const value = getInput(name).toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  if (value !== '') warning(`${name} '${value}' is not true or false; using ${byDefault}`);
  return byDefault;
}

function seconds(name: string, byDefault: number): number {
  const value = getInput(name);
  if (/^\d{1,5}$/.test(value)) return Number(value);
  if (value !== '') warning(`${name} '${value}' is not a number of seconds; using ${byDefault}`);
  return byDefault;
}
