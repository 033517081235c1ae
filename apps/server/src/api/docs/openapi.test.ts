import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { openApiDocument } from './openapi.ts';

let test: TestApp;
beforeAll(async () => {
  test = await makeApp();
});
afterAll(() => test.close());

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { type?: string };
}

it('declares the headers of an upload, which are optional texts, and only there', () => {
  const { paths } = openApiDocument(test.deps) as {
    paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  };
  const headers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter((parameter) => parameter.in === 'header')
        .map(({ name, required = false, schema }) => [method, path, name, required, schema.type]),
    ),
  );
  expect(headers).toEqual(
    ['/ingest', '/test-results'].flatMap((path) => [
      ['post', path, 'Idempotency-Key', false, 'string'],
      ['post', path, 'Svc-Run', false, 'string'],
    ]),
  );
});

it('gives each operation a description, and a summary of at most eight words', () => {
  const { paths } = openApiDocument(test.deps) as {
    paths: Record<string, Record<string, { summary?: string; description?: string }>>;
  };
  const unclear = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(
        ([, { summary = '', description = '' }]) =>
          summary === '' || summary.split(' ').length > 8 || description === '',
      )
      .map(([method]) => `${method} ${path}`),
  );
  expect(unclear).toEqual([]);
});

it('has no component that nothing refers to', () => {
  const document = openApiDocument(test.deps) as { components: { schemas: object } };
  const text = JSON.stringify(document);
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  );
  expect(unused).toEqual([]);
});

it('uses no keyword that common generators read wrongly', () => {
  const text = JSON.stringify(openApiDocument(test.deps));
  expect(text.match(/"(?:const|propertyNames)":/g)).toBeNull();
});
