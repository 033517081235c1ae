import { Command } from 'commander';
import { expect, it } from 'vitest';
import { runSvc } from '../../../test/run-svc.ts';
import { joinShopServer } from '../../../test/shop-server.ts';
import { buildDeclaredProgram, buildGrammar } from '../completion/grammar.ts';
import { JSON_DOCUMENTS } from './documents.ts';
import { COMMANDS } from '../command-list.ts';
import { buildJsonSchema } from './help-json.ts';

it('has a document for every command that prints one', async () => {
  const declared = await Promise.all(
    COMMANDS.map(async ({ name, summary, load }) => {
      const declare = await load();
      return { name, summary, declare: (command: Command) => declare(command, async () => {}) };
    }),
  );
  const paths = buildGrammar(buildDeclaredProgram(new Command('svc'), declared)).map(
    ({ path }) => path,
  );
  const documented = JSON_DOCUMENTS.map(({ command }) => command);
  // svc, the data of any path of the API, what another command or protocol prints, and help itself.
  const others = ['', 'run', 'api', 'mcp', 'help'];
  expect(documented.filter((command) => command !== 'help exit-codes').toSorted()).toEqual(
    paths.filter((path) => !others.includes(path)).toSorted(),
  );
});

it.each(JSON_DOCUMENTS)('is a JSON Schema: svc $command', async (document) => {
  const schema = await buildJsonSchema(document);
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
  const server = await joinShopServer();
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get?: object }>;
  };
  const named = JSON_DOCUMENTS.flatMap(({ text }) => /^GET (\/api\/[^;,]+)/.exec(text)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => paths[path.replace(/^\/api/, '')]?.get === undefined)).toEqual([]);
});
