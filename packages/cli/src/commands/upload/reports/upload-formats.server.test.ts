import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const FIXTURES = new URL('../../../../../formats/test/fixtures/', import.meta.url);

it.each([
  ['dotnet/shop.trx', 'trx', { total: 10, failed: 3, flaky: 0 }],
  ['dotnet/nunit3.xml', 'nunit', { total: 8, failed: 2, flaky: 0 }],
  ['dotnet/xunit3.xml', 'xunit', { total: 7, failed: 1, flaky: 0 }],
  ['go/gotestsum.jsonl', 'go-json', { total: 8, failed: 2, flaky: 1 }],
  ['cucumber/js.json', 'cucumber-json', { total: 8, failed: 5, flaky: 0 }],
  ['mocha/mocha.json', 'mocha-json', { total: 6, failed: 1, flaky: 1 }],
  ['mocha/mochawesome.json', 'mochawesome', { total: 5, failed: 1, flaky: 0 }],
  ['tap/vitest.tap', 'tap', { total: 7, failed: 1, flaky: 0 }],
  ['dart/flutter.jsonl', 'dart-json', { total: 7, failed: 2, flaky: 1 }],
])(
  'sends %s as %s, and the server counts what the command counts',
  async (file, format, counts) => {
    const directory = await emptyFolder();
    const name = file.replace(/^.*\//, '');
    await cp(new URL(file, FIXTURES), join(directory, name));
    const args = ['upload', name, '--project', `format ${format}`, '--json'];
    const { status, stdout } = await server.svc(args, { directory });
    expect(status).toBe(0);
    const upload = JSON.parse(stdout) as {
      sent: { executionId: string };
      reports: { format: string }[];
      tests: { tests: number; failed: number; flaky: number };
    };
    expect(upload.reports).toMatchObject([{ format }]);
    const { total, failed, flaky } = counts;
    expect(upload.tests).toMatchObject({ tests: total, failed, flaky });
    const sent = executionDetail.parse(await server.data(`executions/${upload.sent.executionId}`));
    expect(sent.status).toBe('failed');
    expect({
      total: sent.results.length,
      failed: sent.results.filter((result) => result.status === 'failed').length,
      flaky: sent.results.filter((result) => result.flaky).length,
    }).toEqual(counts);
  },
);

it('sends a folder of Allure results as one report, with what its tests attached', async () => {
  const directory = await emptyFolder();
  const folder = join(directory, 'allure-results');
  await mkdir(folder);
  const at = Date.UTC(2026, 10, 20, 10);
  const result = (fields: object) => ({
    historyId: 'h',
    name: 'adds up',
    fullName: 'src/cart.test.ts#cart adds up',
    labels: [{ name: 'parentSuite', value: 'cart' }],
    start: at,
    stop: at + 10,
    ...fields,
  });
  const attachments = [{ name: 'till', source: 'x-attachment.xml', type: 'text/xml' }];
  const contents = {
    'a-result.json': result({ uuid: 'a', status: 'failed', attachments }),
    'b-result.json': result({ uuid: 'b', status: 'passed', start: at + 20, stop: at + 30 }),
    'categories.json': [],
  };
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  // Looks like a report, but belongs to a test.
  await writeFile(join(folder, 'x-attachment.xml'), '<testsuite><testcase name="no"/></testsuite>');
  const args = ['upload', 'allure-results', '--project', 'allure'];
  const run = await server.svc(args, { directory });
  expect(run.stdout.replaceAll(/http:\S+/g, 'URL')).toMatchInlineSnapshot(`
    "✓ sent allure #1  ✓ passed  1 result  URL
      allure · 1 test · 1 flaky
      1 artifact, 44 B
    "
  `);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const again = await server.svc(args, { directory });
  expect(again.stdout).toContain('0 results (1 already known)');
  await writeFile(join(folder, 'b-result.json'), '{"uuid":"b","historyId":"h","status":"pa');
  const broken = await server.svc([...args, '--name', 'broken'], { directory });
  expect(broken.status).toBe(1);
  expect(broken.stdout).toContain('allure-results: no JSON in b-result.json');
});

it.each(['', '{', '{"uuid":"0f8fad5b-d9cb'])(
  'names a result of Allure that was cut off as %j, and sends the others',
  async (text) => {
    const directory = await emptyFolder();
    const folder = join(directory, 'allure-results');
    await mkdir(folder);
    const cut = '0f8fad5b-d9cb-469f-a165-70867728950e-result.json';
    await writeFile(join(folder, cut), text);
    const whole = { uuid: 'a', historyId: 'h', name: 'adds up', status: 'passed', labels: [] };
    await writeFile(join(folder, 'a-result.json'), JSON.stringify(whole));
    const run = await server.svc(['upload', 'allure-results', '--dry-run'], { directory });
    expect(run.stdout).toContain(`allure-results: no JSON in ${cut}`);
    expect(run.stdout).toContain('1 test');
    expect(run.status).toBe(1);
  },
);

it('counts a package that did not build as a failed execution, also in a dry run', async () => {
  const directory = await emptyFolder();
  const events = await readFile(new URL('go/gotestsum.jsonl', FIXTURES), 'utf8');
  const broken = events.split('\n').filter((line) => line.includes('example.com/shop/broken'));
  await writeFile(join(directory, 'go.jsonl'), `${broken.join('\n')}\n`);
  const run = await server.svc(['upload', 'go.jsonl', '--dry-run'], { directory });
  expect(run.stdout).toMatch(/✗ failed {2}go\b/);
  expect(run.stdout).toContain('1 file failed to load');
});
