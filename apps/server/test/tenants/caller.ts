import type { InjectOptions } from 'fastify';
import type { TestApp } from '../app.ts';
import { callWith, type ProcedureFacts } from '../procedures.ts';

export type Role = 'nobody' | 'ingest key' | 'full key' | 'member' | 'admin' | 'owner';

/** A credential of the organization that asks. */
export interface Caller {
  role: Role;
  /** Null sends no credential. */
  token: string | null;
}

export interface Answer {
  status: number;
  text: string;
}

/** A way to call a procedure. */
export interface Surface {
  name: string;
  call(caller: Pick<Caller, 'token'>, input: Record<string, unknown>): Promise<Answer>;
}

let addresses = 0;

/** Each request comes from another address, because failed authentications are limited by address. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** tRPC, and REST if the procedure has an operation there. */
export function surfacesOf(server: Pick<TestApp, 'app'>, procedure: ProcedureFacts): Surface[] {
  const { path, openapi } = procedure;
  const trpc: Surface = {
    name: `/trpc/${path}`,
    call: ({ token }, input) =>
      callWith(server, path, { token, input, remoteAddress: nextAddress() }),
  };
  if (openapi === undefined) return [trpc];
  const { method, path: template } = openapi;
  return [
    trpc,
    {
      name: `${method} /api${template}`,
      call: (caller, input) =>
        send(server, caller, {
          method,
          ...requestOf(method, `/api${template}`, input),
        }),
    },
  ];
}

/** Sends any request. */
export async function send(
  { app }: Pick<TestApp, 'app'>,
  { token }: Pick<Caller, 'token'>,
  request: InjectOptions,
): Promise<Answer> {
  const { statusCode, payload } = await app.inject({
    ...request,
    remoteAddress: nextAddress(),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: statusCode, text: payload };
}

/** Puts the input into the path, and the rest of it into the query or the body. */
function requestOf(
  method: string,
  template: string,
  input: Record<string, unknown>,
): Pick<InjectOptions, 'url' | 'payload'> {
  const rest = { ...input };
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method === 'POST' || method === 'PATCH') return { url, payload: rest };
  const query = Object.entries(rest).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return { url: query.length === 0 ? url : `${url}?${new URLSearchParams(query).toString()}` };
}
