import { readFileSync, writeFileSync } from 'node:fs';

// Gives the chart the version of the packages: a part of `pnpm release:version`.

const server = new URL('../../apps/server/package.json', import.meta.url);
const chart = new URL('svc/Chart.yaml', import.meta.url);
const { version } = JSON.parse(readFileSync(server, 'utf8')) as { version: string };
const text = readFileSync(chart, 'utf8').replaceAll(
  /^(version|appVersion): .*$/gm,
  `$1: ${version}`,
);
writeFileSync(chart, text);
