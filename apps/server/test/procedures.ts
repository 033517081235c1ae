import type { ErrorBody } from '@svc/contract/errors';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { appRouter, type AppRouter } from '../src/api/router.ts';
import type { ProcedureMeta } from '../src/http/trpc/trpc.ts';
import type { TestApp } from './app.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

type PathOf<Room extends keyof Inputs> = `${Room & string}.${keyof Inputs[Room] & string}`;
/** `apiKeys.create` and so on. */
export type ProcedurePath = { [Room in keyof Inputs]: PathOf<Room> }[keyof Inputs];

type At<Tree, Path> = Path extends `${infer Room}.${infer Name}`
  ? Room extends keyof Tree
    ? Name extends keyof Tree[Room]
      ? Tree[Room][Name]
      : never
    : never
  : never;

interface Called {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** What the router itself says about a procedure. */
export interface ProcedureFacts {
  path: string;
  type: 'query' | 'mutation';
  level: string;
  openapi: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: `/${string}` } | undefined;
  /** The answer may come from the cache. */
  isCached: boolean;
}

/** Every procedure of the service, in the order of the router. */
export const PROCEDURES: ProcedureFacts[] = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: 'query' | 'mutation'; meta?: ProcedureMeta & { openapi?: never } } }
  >,
).map(([path, { _def }]) => ({
  path,
  type: _def.type,
  level: _def.meta?.level ?? 'none',
  openapi: _def.meta?.openapi,
  isCached: _def.meta?.data === true && _def.meta.uncached === undefined,
}));

/** Calls a procedure over HTTP with any input. `token` is an API key or a session; null sends no credential. */
export async function callWith(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  {
    token,
    input,
    remoteAddress = '127.0.0.1',
  }: { token: string | null; input: unknown; remoteAddress?: string },
): Promise<Called> {
  const isQuery = PROCEDURES.find((one) => one.path === path)?.type !== 'mutation';
  const json = JSON.stringify(input);
  const response = await app.inject({
    method: isQuery ? 'GET' : 'POST',
    url: `/trpc/${path}${isQuery ? `?input=${encodeURIComponent(json)}` : ''}`,
    remoteAddress,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isQuery ? {} : { 'content-type': 'application/json' }),
    },
    ...(isQuery ? {} : { payload: json }),
  });
  return { status: response.statusCode, text: response.payload, headers: response.headers };
}

/** The answer of a call that must succeed. */
export async function call<Path extends ProcedurePath>(
  to: Pick<TestApp, 'app'>,
  token: string,
  path: Path,
  input: At<Inputs, Path>,
): Promise<At<Outputs, Path>> {
  const { status, text } = await callWith(to, path, { token, input });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 2_000)}`);
  return (JSON.parse(text) as { result: { data: At<Outputs, Path> } }).result.data;
}

/** The error of a call that must fail. */
export async function refusal<Path extends ProcedurePath>(
  to: Pick<TestApp, 'app'>,
  token: string,
  path: Path,
  input: At<Inputs, Path>,
): Promise<{ status: number; message: string; details?: ErrorBody['error']['details'] }> {
  const { status, text } = await callWith(to, path, { token, input });
  if (status === 200) throw new Error(`${path} succeeded: ${text.slice(0, 2_000)}`);
  const { error } = JSON.parse(text) as {
    error: { message: string; data: { details?: ErrorBody['error']['details'] } };
  };
  const { details } = error.data;
  return { status, message: error.message, ...(details === undefined ? {} : { details }) };
}
