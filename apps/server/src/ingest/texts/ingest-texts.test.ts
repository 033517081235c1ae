import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResult, makeUpload, readExecution, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const TEXT_BYTES = 64 * 1024;
const OUTPUT_BYTES = 256 * 1024;

const CHARACTERS = [
  ['one byte', 'x', 1],
  ['two bytes', 'é', 2],
  ['three bytes', '語', 3],
  ['four bytes', '😀', 4],
] as const;

async function readBack({ message, stdout }: { message: string; stdout: string }) {
  const answer = await upload(
    server,
    makeUpload({
      execution: { status: 'failed' },
      results: [
        makeResult({
          status: 'failed',
          attempts: [{ status: 'failed', durationMs: 1, errors: [{ message }], stdout }],
        }),
      ],
    }),
  );
  const [attempt] = (await readExecution(server, answer)).results[0]?.attempts ?? [];
  return { message: attempt?.errors[0]?.message ?? '', stdout: attempt?.stdout ?? '' };
}

const MARKER = /\n… \[(\d+) characters cut by svc\] …(\n|$)/;

it.each(CHARACTERS)(
  'keeps texts of exactly the limit in characters of %s',
  async (_, character, bytes) => {
    const texts = {
      message: character.repeat(Math.floor(TEXT_BYTES / bytes)),
      stdout: character.repeat(Math.floor(OUTPUT_BYTES / bytes)),
    };
    expect(await readBack(texts)).toEqual(texts);
  },
);

it.each(CHARACTERS)(
  'cuts texts over the limit between characters of %s, and reports how much',
  async (_, character, bytes) => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const message = `${shift}${character.repeat(Math.floor(TEXT_BYTES / bytes))}end`;
      const stdout = `${shift}${character.repeat(Math.floor(OUTPUT_BYTES / bytes))}end\n\n`;
      const kept = await readBack({ message, stdout });

      const [head = '', cut, , tail] = kept.message.split(MARKER);
      expect(message.startsWith(head) && head.isWellFormed()).toBe(true);
      expect({ cut, tail }).toEqual({ cut: `${message.length - head.length}`, tail: '' });
      expect(Buffer.byteLength(kept.message)).toBeLessThanOrEqual(TEXT_BYTES);
      expect(Buffer.byteLength(kept.message)).toBeGreaterThan(TEXT_BYTES - 70);

      const [first = '', cutOutput, , last = ''] = kept.stdout.split(MARKER);
      expect(stdout.startsWith(first) && stdout.endsWith(last) && kept.stdout.isWellFormed()).toBe(
        true,
      );
      expect(last).toMatch(/end\n\n$/);
      expect(cutOutput).toBe(`${stdout.length - first.length - last.length}`);
      expect(Buffer.byteLength(kept.stdout)).toBeLessThanOrEqual(OUTPUT_BYTES);
      expect(Buffer.byteLength(last)).toBeGreaterThan(2.9 * Buffer.byteLength(first));
    }
  },
);

it('identifies titles by all their 10,000 characters, also when they differ only after the cut', async () => {
  const long = 't'.repeat(10_000);
  const tooLong = 'x'.repeat(TEXT_BYTES);
  const answer = await upload(
    server,
    makeUpload({
      results: [[long], [`${tooLong}1`], [`${tooLong}2`]].map((titlePath) =>
        makeResult({ titlePath }),
      ),
    }),
  );
  const { results } = await readExecution(server, answer);
  expect(results[0]?.title).toBe(long);
  expect(results[1]?.title).toBe(results[2]?.title);
  expect(new Set(results.map(({ testId }) => testId)).size).toBe(3);
});

it.each(['example/shop', 'a/b/c', '🛒 shop', 'x y?&#%', '../..', "'; DROP TABLE tests; --"])(
  'finds the executions of a project named %s',
  async (project) => {
    const answer = await upload(server, makeUpload({ execution: { project } }));
    const response = await server.app.inject({
      url: '/api/executions',
      query: { project },
      headers: { authorization: `Bearer ${server.apiKey}` },
    });
    const { data } = response.json<{ data: { items: { id: string; project: string }[] } }>();
    expect(data.items.map(({ id, project: name }) => ({ id, name }))).toEqual([
      { id: answer.executionId, name: project },
    ]);
  },
);
