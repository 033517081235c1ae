import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { FULL } from '../../../test/uploads/full-upload.ts';
import { countRows, makeUpload, readExecution, refusalOf, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

/** The paths of all values in the body, including lists and objects. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function withValue(body: unknown, path: string[], put: (before: unknown) => unknown): object {
  const copy: unknown = JSON.parse(JSON.stringify(body));
  let at = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  at[last] = put(at[last]);
  return copy as object;
}

it('names any field of a wrong type, and stores nothing', async () => {
  const rows = await countRows(server);
  const paths = pathsOf(FULL);
  expect(paths.length).toBeGreaterThan(80);
  for (const path of paths) {
    // A list instead of any other value, null instead of a list: neither is allowed anywhere.
    const { status, error } = await refusalOf(
      server,
      withValue(FULL, path, (before) => (Array.isArray(before) ? null : [null])),
    );
    expect({ status, code: error.code, path: error.details?.[0]?.path }).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      path: path.join('.'),
    });
  }
  expect(await countRows(server)).toEqual(rows);
});

it('counts unknown fields at any depth, and stores the rest', async () => {
  const objects = pathsOf(FULL).filter((path) => !/^\d+$/.test(path.at(-1) ?? ''));
  const parents = new Set(objects.map((path) => path.slice(0, -1).join('.')));
  parents.delete('execution.environment');
  let body: object = FULL;
  for (const parent of parents) {
    const path = [...parent.split('.').filter((part) => part !== ''), 'fromTheFuture'];
    body = withValue(body, path, () => ({ inner: [1] }));
  }
  const answer = await upload(server, body);
  expect(answer).toMatchObject({ ignoredFields: parents.size, accepted: { results: 1 } });
});

function depthOf(value: unknown, key: string): number {
  const inner = (value as Record<string, unknown> | undefined)?.[key];
  return inner === undefined ? 0 : 1 + depthOf(Array.isArray(inner) ? inner[0] : inner, key);
}

function nested(depth: number, open: string, inner: string, close: string): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

it('counts nesting of any depth as one unknown field, and accepts ten levels less of steps', async () => {
  const cause = nested(100_000, '{"message":"m","cause":', '{"message":"last"}', '}');
  const steps = nested(100, '{"title":"t","durationMs":1,"steps":[', '', ']}');
  const attempt = `{"status":"failed","durationMs":1,"errors":[${cause}],"steps":[${steps}]}`;
  const text = JSON.stringify(makeUpload()).replace(
    '"durationMs":4',
    `"durationMs":4,"attempts":[${attempt}]`,
  );
  const answer = await upload(server, text);
  expect(answer.ignoredFields).toBe(2);
  const [result] = (await readExecution(server, answer)).results;
  expect(depthOf(result?.attempts[0]?.errors[0], 'cause')).toBe(5);
  expect(depthOf(result?.attempts[0]?.steps[0], 'steps')).toBe(7);
});

it('is not misled by __proto__, constructor and duplicate keys', async () => {
  const text = JSON.stringify(
    makeUpload({ execution: { environment: { constructor: 'c', os: 'first' } } }),
  )
    .replace('"environment":{', '"__proto__":{"status":"failed"},"environment":{"__proto__":"p",')
    .replace('"os":"first"', '"os":"first","os":"last"')
    .replace('"file":', '"__proto__":{"status":"failed"},"constructor":{"prototype":1},"file":');
  const answer = await upload(server, text);
  expect(answer.ignoredFields).toBe(4);
  expect(await readExecution(server, answer)).toMatchObject({
    status: 'passed',
    environment: { constructor: 'c', os: 'last' },
  });
  expect(Object.hasOwn({}, 'status')).toBe(false);
});
