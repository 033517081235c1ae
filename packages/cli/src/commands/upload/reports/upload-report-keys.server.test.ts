import { execFileSync } from 'node:child_process';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../../test/shop-server.ts';

let server: ShopServer;
beforeAll(async () => {
  server = await joinShopServer();
});

const UNTIMED = '<testsuite name="s"><testcase classname="a.B" name="c" time="1"/></testsuite>';
const TIMED = UNTIMED.replace('name="s"', 'name="s" timestamp="2026-11-20T10:00:00Z"');
const MORNING = new Date('2026-11-21T08:00:00Z');
const NOON = new Date('2026-11-21T12:00:00Z');

const NEW = (number: number) => ({ number, accepted: { results: 1, duplicates: 0 } });
const KNOWN = (number: number) => ({ number, accepted: { results: 0, duplicates: 1 } });

it('counts a report without times once per commit and branch', async () => {
  const folder = await makeRepository();
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.send(), await folder.send()];
  folder.git('commit', '--allow-empty', '--message', 'two');
  sent.push(await folder.send(), await folder.send());
  folder.git('switch', '--create', 'fix-cart');
  sent.push(await folder.send());
  folder.git('switch', 'main');
  sent.push(await folder.send(), await folder.send('--commit', 'a'.repeat(40)));
  expect(sent).toMatchObject([NEW(1), KNOWN(1), NEW(2), KNOWN(2), NEW(3), KNOWN(2), NEW(4)]);
});

it('counts a report without times once on a clean commit, also when it was copied', async () => {
  const folder = await makeRepository();
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.send()];
  await folder.write(UNTIMED, NOON);
  sent.push(await folder.send());
  expect(sent).toMatchObject([NEW(1), KNOWN(1)]);
});

it('counts each writing of a report without times when the tree has changes', async () => {
  const folder = await makeRepository();
  await writeFile(join(folder.directory, 'code.txt'), 'changed');
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.send(), await folder.send()];
  await folder.write(UNTIMED, NOON);
  sent.push(await folder.send());
  expect(sent).toMatchObject([NEW(1), KNOWN(1), NEW(2)]);
});

it('counts each writing of a report without times where git cannot tell whether the tree has changes', async () => {
  const folder = await makeRepository();
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.sendWithoutGit()];
  await writeFile(join(folder.directory, 'code.txt'), 'changed');
  await folder.write(UNTIMED, NOON);
  sent.push(await folder.sendWithoutGit(), await folder.sendWithoutGit());
  expect(sent).toMatchObject([NEW(1), NEW(2), KNOWN(2)]);
});

it('counts each writing of a report without times outside a repository', async () => {
  const folder = await makeFolder();
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.send(), await folder.send()];
  await folder.write(UNTIMED, NOON);
  sent.push(await folder.send());
  expect(sent).toMatchObject([NEW(1), KNOWN(1), NEW(2)]);
});

it('counts a report with times once, on any commit and however often it was copied', async () => {
  const folder = await makeRepository();
  await folder.write(TIMED, MORNING);
  const sent = [await folder.send()];
  folder.git('commit', '--allow-empty', '--message', 'two');
  await folder.write(TIMED, NOON);
  sent.push(await folder.send());
  expect(sent).toMatchObject([NEW(1), KNOWN(1)]);
});

it('counts a report once in an execution with its own key, on any commit', async () => {
  const folder = await makeRepository();
  await folder.write(UNTIMED, MORNING);
  const sent = [await folder.send('--key', 'k')];
  folder.git('commit', '--allow-empty', '--message', 'two');
  sent.push(await folder.send('--key', 'k'));
  expect(sent).toMatchObject([NEW(1), KNOWN(1)]);
});

it('says in its help what distinguishes two executions', async () => {
  const { stdout } = await server.svc(['upload', '--help'], { env: { COLUMNS: '200' } });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '(default: the CI run; outside CI, made from the reports, and from the commit if they have no times)',
  );
});

let count = 0;

/** A folder whose `junit.xml` is uploaded into a project of its own. */
async function makeFolder() {
  const directory = await emptyFolder();
  const report = join(directory, 'junit.xml');
  count++;
  const project = `keys-${count}`;
  const sendReport = async (more: string[], env: Record<string, string> = {}): Promise<unknown> => {
    const args = ['upload', 'junit.xml', '--project', project, '--json', ...more];
    const { stdout } = await server.svc(args, { directory, env });
    return (JSON.parse(stdout) as { sent: unknown }).sent;
  };
  return {
    directory,
    write: async (content: string, writtenAt: Date): Promise<void> => {
      await writeFile(report, content);
      await utimes(report, writtenAt, writtenAt);
    },
    send: (...more: string[]): Promise<unknown> => sendReport(more),
    /** A folder without programs as PATH. */
    sendWithoutGit: (): Promise<unknown> => sendReport([], { PATH: directory }),
  };
}

/** The same with one commit on main. Git does not track the report. */
async function makeRepository() {
  const folder = await makeFolder();
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (command: string, ...args: string[]): void => {
    const all = [...author, command, '--quiet', ...args];
    execFileSync('git', all, { cwd: folder.directory });
  };
  git('init', '--initial-branch', 'main');
  await writeFile(join(folder.directory, 'code.txt'), 'first');
  execFileSync('git', ['add', 'code.txt'], { cwd: folder.directory });
  git('commit', '--message', 'one');
  return { ...folder, git };
}
