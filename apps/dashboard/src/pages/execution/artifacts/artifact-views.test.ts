import type { Artifact } from '@svc/contract/executions/executions';
import { expect, it } from 'vitest';
import { groupImageSets, toLocalPath, buildTraceAddress, chooseView } from './artifact-views.ts';

function artifact(facts: Partial<Artifact>): Artifact {
  return {
    id: 'id',
    resultId: 'result',
    attempt: 1,
    name: 'a.png',
    kind: 'screenshot',
    contentType: 'image/png',
    sizeBytes: 1,
    sha256: null,
    url: 'http://svc.test/artifacts/id',
    state: 'stored',
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: null,
    ...facts,
  };
}

it.each([
  ['image/png', 'image'],
  ['IMAGE/PNG; x=1', 'image'],
  ['image/svg+xml', 'download'],
  ['text/html', 'download'],
  ['application/xhtml+xml', 'download'],
  ['application/pdf', 'download'],
  ['text/javascript', 'download'],
  ['text/plain; charset=utf-8', 'text'],
  ['application/json', 'text'],
  ['video/webm', 'video'],
  ['image/png, text/html', 'download'],
])('shows %s as %s', (contentType, view) => {
  expect(chooseView(artifact({ contentType }))).toBe(view);
});

it('knows a trace by its kind and name', () => {
  const trace = { kind: 'trace', contentType: 'application/zip' } as const;
  expect(chooseView(artifact({ ...trace, name: 'trace.zip' }))).toBe('trace');
  expect(chooseView(artifact({ ...trace, name: 'trace' }))).toBe('trace');
  expect(chooseView(artifact({ ...trace, name: 'trace', contentType: 'text/html' }))).toBe(
    'download',
  );
  expect(chooseView(artifact({ ...trace, name: 'trace.html' }))).toBe('download');
});

it('keeps only path and query of an address, so that no other host is asked', () => {
  expect(toLocalPath('https://elsewhere.example/artifacts/1?signature=a%2Fb')).toBe(
    '/artifacts/1?signature=a%2Fb',
  );
  expect(toLocalPath('javascript:alert(1)')).toBe('alert(1)');
});

it('puts expected, actual and diff of one attempt together', () => {
  const sets = groupImageSets([
    artifact({ name: 'home-expected.png' }),
    artifact({ name: 'home-actual.png' }),
    artifact({ name: 'home-diff.png' }),
    artifact({ name: 'home-actual.png', attempt: 2 }),
    artifact({ name: 'menu-expected.png' }),
    artifact({ name: 'menu-actual.svg', contentType: 'image/svg+xml' }),
  ]);
  expect(sets.map(({ name, diff }) => [name, diff?.name])).toEqual([['home', 'home-diff.png']]);
});

it('gives the viewer the address of the trace on its own host', () => {
  for (const site of ['', '/svc', '/artifacts-of-ci']) {
    const viewer = 'http://127.0.0.1:4400/trace-viewer/index.html';
    expect(buildTraceAddress(viewer, `${site}/artifacts/1?signature=a&b=c`)).toBe(
      `${viewer}?trace=http%3A%2F%2F127.0.0.1%3A4400%2Fartifacts%2F1%3Fsignature%3Da%26b%3Dc`,
    );
  }
});
