import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const METRIC = /\b(?:svc|process|nodejs)_[a-z\d_]+\b/g;
/** What Prometheus adds to the name of a histogram. */
const SERIES = /_(?:bucket|sum|count)$/;
const QUERY = /"?expr"?: (.*)/g;

/** The server's own metrics, from its source. */
const own = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    Array.from(
      read(file).matchAll(/\bnew (?:Counter|Gauge|Histogram)\(\{\s+name: '(\w+)'/g),
      ([, name = '']) => name,
    ),
  );
const page = read('docs/operate/observability.md');

it('finds the metrics of the server in its source', () => {
  expect(own.length).toBeGreaterThanOrEqual(10);
});

it('has each metric of the server in the table of the page, and no other one', () => {
  const rows = Array.from(page.matchAll(/^\| `(svc_\w+)`/gm), ([, name = '']) => name);
  expect(new Set(rows)).toEqual(new Set(own));
  expect(rows.length).toBe(own.length);
});

/** The labels of each metric of the server, from the table of the page. */
const labels = new Map(
  Array.from(
    page.matchAll(/^\| `(svc_\w+)` +\| \w+ +\| ([^|]*) \|/gm),
    ([, name = '', cell = '']) => [
      name,
      Array.from(cell.matchAll(/`(\w+)`/g), ([, label = '']) => label),
    ],
  ),
);

it('gives no metric a label that Prometheus sets itself, because it would get another name', () => {
  expect(labels.size).toBe(own.length);
  expect([...labels.values()].flat()).toContain('queue');
  expect([...labels.values()].flat().filter((label) => /^(?:job|instance)$/.test(label))).toEqual(
    [],
  );
  const declared = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    Array.from(read(file).matchAll(/name: '(svc_\w+)'[^}]*?labelNames: \[([^\]]*)\]/g)),
  );
  for (const [, name = '', list = ''] of declared) {
    expect(labels.get(name)?.join()).toBe(list.replaceAll(/[' ]/g, ''));
  }
});

it.each(['docs/operate/alerts.yaml', 'docs/operate/grafana.json'])(
  'asks in %s only for labels that the metric has',
  (file) => {
    const wrong = Array.from(read(file).matchAll(QUERY), ([, query = '']) => query).flatMap(
      (query) => {
        const names = (query.match(METRIC) ?? []).map((name) => name.replace(SERIES, ''));
        const known = new Set([
          'le',
          'instance',
          ...names.flatMap((name) => labels.get(name) ?? []),
        ]);
        const asked = [
          ...query.matchAll(/by \(([^)]*)\)/g),
          ...query.matchAll(/(\w+)(?==~?\\?")/g),
        ];
        return asked
          .flatMap(([, list = '']) => list.split(/, ?/))
          .filter((label) => !known.has(label) && !query.startsWith('up{'))
          .map((label) => `${label} in ${query}`);
      },
    );
    expect(wrong).toEqual([]);
  },
);

it.each(['docs/operate/alerts.yaml', 'docs/operate/grafana.json'])(
  'asks in %s only for metrics that exist',
  (file) => {
    const asked = Array.from(read(file).matchAll(QUERY), ([, query = '']) => query)
      .flatMap((query) => Array.from(query.matchAll(METRIC), ([name]) => name))
      .map((name) => (name.startsWith('svc_') ? name.replace(SERIES, '') : name));
    const known = new Set([...own, ...(page.match(METRIC) ?? [])]);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  },
);

it('explains each alert on the page', () => {
  const alerts = Array.from(
    read('docs/operate/alerts.yaml').matchAll(/alert: (\w+)/g),
    ([, name]) => name,
  );
  const explained = Array.from(page.matchAll(/^\| `(Svc\w+)`/gm), ([, name]) => name);
  expect(explained).toEqual(alerts);
});

function read(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}
