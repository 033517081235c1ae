import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import type { World } from '../../world.ts';

export interface RequestFlags {
  method?: string;
  field?: string[];
  input?: string;
  paginate?: boolean;
}

export interface ApiRequest {
  method: string;
  /** From the server's root on. */
  path: string;
  body: string | undefined;
}

/** What `svc api` sends, from its words. @throws CommandError for words that do not fit together. */
export async function buildApiRequest(
  typed: string,
  { method, field = [], input, paginate }: RequestFlags,
  world: World,
): Promise<ApiRequest> {
  const name = method?.toUpperCase() ?? (input === undefined ? 'GET' : 'POST');
  if (!/^[A-Z]{1,10}$/.test(name)) {
    throw new CommandError(`'${method}' is not a method`, 'svc api --help');
  }
  if (paginate === true && name !== 'GET') {
    throw new CommandError(
      `--paginate is for GET, and the method is ${name}`,
      'leave out --paginate',
    );
  }
  const fields = field.map(parseField);
  if (name === 'GET') {
    if (input === undefined)
      return { method: name, path: withParameters(parseApiPath(typed), fields), body: undefined };
    throw new CommandError('a GET has no body', 'leave out --input, or write -X POST');
  }
  if (input !== undefined && fields.length > 0) {
    throw buildCannotCombineError('--input and --field');
  }
  const body = input === undefined ? buildFieldsBody(fields) : await readBodyText(input, world);
  return { method: name, path: parseApiPath(typed), body };
}

/**
 * The path below /api of this server. @throws CommandError for an address: the credential is only for this server.
 */
function parseApiPath(typed: string): string {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(typed)) {
    throw new CommandError(`'${typed}' is an address, not a path`, 'svc api executions');
  }
  const path = typed.replace(/^\/?(?:api\/)?/, '');
  const url = new URL(`/api/${path}`, 'http://svc.invalid');
  if (url.host === 'svc.invalid' && url.pathname.startsWith('/api/')) {
    return url.pathname + url.search;
  }
  throw new CommandError(`'${typed}' is not a path below /api`, 'svc api executions');
}

function withParameters(path: string, parameters: readonly [string, string][]): string {
  const url = new URL(path, 'http://svc.invalid');
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  return url.pathname + url.search;
}

/** The path of the page that `cursor` begins. */
export function withCursor(path: string, cursor: string): string {
  const url = new URL(path, 'http://svc.invalid');
  url.searchParams.set('cursor', cursor);
  return url.pathname + url.search;
}

function parseField(field: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError(
    `--field '${field}' has no value`,
    `write it like -f ${quoteShellWord(`${field || 'name'}=value`)}`,
  );
}

/** Numbers, true, false, null and documents as JSON; everything else as text. Undefined without fields. */
function buildFieldsBody(fields: readonly [string, string][]): string | undefined {
  if (fields.length === 0) return undefined;
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name, parseFieldValue(value)])),
  );
}

function parseFieldValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function readBodyText(input: string, { stdin, directory }: World): Promise<string> {
  if (input === '-') return text(stdin);
  try {
    return await readFile(resolve(directory, input), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`the body cannot be read: ${reason}`, 'name a file, or - for stdin');
  }
}
