import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { emptyFolder, runSvc } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';
import { declaredProgram, grammarOf } from '../../completion/grammar.ts';
import { JSON_DOCUMENTS } from '../../json-answers/documents.ts';
import { COMMANDS } from '../command-list.ts';
import { jsonSchema } from '../../json-answers/help-json.ts';

let server: ShopServer;
let project: string;
beforeAll(async () => {
  server = await joinShopServer();
  await server.ingest();
  await server.ingest();
  project = await emptyFolder();
  await mkdir(join(project, '.git'));
  await writeFile(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(project, 'package.json'), '{"devDependencies":{"vitest":"5"}}');
  await writeFile(
    join(project, 'junit.xml'),
    '<testsuites><testsuite name="a"><testcase name="b" classname="c" time="0.1"/></testsuite></testsuites>',
  );
});

async function schemaOf(command: string): Promise<z.ZodType> {
  const found = JSON_DOCUMENTS.find((document) => document.command === command);
  if (found === undefined) throw new Error(`there is no document of '${command}'`);
  return found.schema();
}

// The parts of a command line: the command, then its words.
it.each([
  ['attention', '--project shop'],
  ['executions', '--project shop --limit 1'],
  ['executions show', 'latest --project shop'],
  ['analyze', 'latest --project shop'],
  ['compare', '1 2 --project shop'],
  ['failures', '--project shop'],
  ['flaky', '--project shop'],
  ['metrics', '--project shop'],
  ['trends', '--project shop --limit 3'],
  ['test', 'a --project shop'],
  ['test', 'discount --project shop'],
  ['upload', 'junit.xml --dry-run'],
  ['upload', ''],
  ['gate', 'latest --project shop'],
  ['quarantine add', 'discount --project shop --reason x --any'],
  ['quarantine', ''],
  ['split', '--shards 2 --even package.json junit.xml'],
  ['webhooks create', 'https://ci.example.com/hook --all-events --generate-secret'],
  ['webhooks', ''],
  ['webhooks show', 'https://ci.example.com/hook'],
  ['webhooks update', 'https://ci.example.com/hook --off'],
  ['webhooks deliveries', 'https://ci.example.com/hook'],
  ['webhooks events', ''],
  ['webhooks events', 'execution.failed'],
  ['webhooks delete', 'https://ci.example.com/hook --yes'],
  ['init', '--dry-run'],
  ['projects', ''],
  ['keys', ''],
  ['open', 'flaky'],
  ['whoami', ''],
  ['context', ''],
  ['completion', 'fish'],
  ['doctor', ''],
  ['help exit-codes', ''],
])('prints what the schema says: svc %s %s', async (command, words) => {
  const args = `${command} ${words}`.trim().split(' ');
  const { stdout, stderr } = await server.svc([...args, '--json', '-q'], { directory: project });
  expect(stderr).toBe('');
  const printed: unknown = JSON.parse(stdout);
  // Parsing leaves out what the schema does not have.
  expect((await schemaOf(command)).parse(printed)).toEqual(printed);
});

it('has a document for every command that prints one', async () => {
  const declared = await Promise.all(
    COMMANDS.map(async ({ name, summary, load }) => {
      const declare = await load();
      return { name, summary, declare: (command: Command) => declare(command, async () => {}) };
    }),
  );
  const paths = grammarOf(declaredProgram(new Command('svc'), declared)).map(({ path }) => path);
  const documented = JSON_DOCUMENTS.map(({ command }) => command);
  // svc, the data of any path of the API, what another command or protocol prints, and help itself.
  const others = ['', 'run', 'api', 'mcp', 'help'];
  expect(documented.filter((command) => command !== 'help exit-codes').toSorted()).toEqual(
    paths.filter((path) => !others.includes(path)).toSorted(),
  );
});

it.each(JSON_DOCUMENTS)('is a JSON Schema: svc $command', async (document) => {
  const schema = await jsonSchema(document);
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:svc:json:1:${document.command.replaceAll(' ', '-')}`,
    title: `svc ${document.command} --json`,
  });
});

it('describes the version and its rules, and one command', async () => {
  const overview = await runSvc(['help', 'json'], { env: { COLUMNS: '80' } });
  expect(overview.stdout).toMatch(/^What svc prints with --json, version 1\n/);
  expect(overview.stdout).toContain('\n  executions show      GET /api/executions/{id};');
  expect(overview.stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  expect(JSON.parse((await runSvc(['help', 'json', '--json'])).stdout)).toMatchObject({
    version: 1,
  });
  const { stdout } = await runSvc(['help', 'json', 'open']);
  expect(JSON.parse(stdout)).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:svc:json:1:open',
    title: 'svc open --json',
    description: 'the address',
    type: 'object',
    properties: { url: { type: 'string' } },
    required: ['url'],
  });
  expect(await runSvc(['help', 'json', 'executions', 'shwo'])).toEqual({
    status: 2,
    stdout: '',
    stderr: "svc: no schema for 'svc executions shwo'\ntry: svc help json executions show\n",
  });
});

it('names only paths that the API has', async () => {
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: object }>;
  };
  const named = JSON_DOCUMENTS.flatMap(({ text }) => /^GET (\/api\/[^;,]+)/.exec(text)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => paths[path.replace(/^\/api/, '')]?.get === undefined)).toEqual([]);
});
