import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../public-packages.ts';
import { Folder } from './folder.ts';
import { startPackedServer } from './packed-server.ts';

/** Installing and building the clone takes 40 CPU seconds, and the machine may be busy. */
const START_MS = 600_000;

it(
  "runs the commands of the README's first screen in a fresh clone",
  async () => {
    // Without a newer Node than the README asks for.
    const clone = new Folder(20);
    // Only what is committed, also of the README.
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone.path]);
    const { start, test, execution } = firstScreen(clone);

    const server = await startPackedServer(clone, start, START_MS);
    onTestFinished(() => server.stop());
    const terminal = await clone.run('bash', ['-c', inTerminal(execution, server)], {
      SVC_URL: server.url,
    });

    const sent = `svc: sent 13 results (1 flaky, 1 failed) to ${server.url}/executions/`;
    expect(terminal.stderr).toContain(sent);
    const failed = 'cart . total . rounds a discount in favour of the shop';
    expect(terminal.stdout.split(/^(?=\$ )/m)).toEqual([
      expect.stringMatching(/^\$ export SVC_API_KEY=svc_\w{36}\nexit 0\n$/),
      expect.stringMatching(/^\$ alias svc=.*\nexit 0\n$/),
      '$ cd examples/vitest\nexit 0\n',
      expect.stringMatching(/^\$ npx vitest run\n[\s\S]*Tests .*1 failed[\s\S]*\nexit 1\n$/),
      expect.stringMatching(
        new RegExp(`^\\$ svc executions show latest\n[\\s\\S]*${failed}[\\s\\S]*\nexit 0\n$`),
      ),
      expect.stringMatching(/^\$ svc analyze latest\n[\s\S]* REAL_BUG [\s\S]*\nexit 0\n$/),
      expect.stringMatching(/^\$ curl .*\n\{[\s\S]*"failed":1,[\s\S]*\}\n?exit 0\n$/),
    ]);

    // Every test takes minutes, and `.ci/core` runs them with this command. Here it runs one file.
    expect(readFileSync(join(clone.path, '.ci/core'), 'utf8')).toContain(` ${test.join(' ')}\n`);
    const [npx, ...args] = test;
    const tested = await clone.run(npx, [...args, 'packages/contract/src/zod-free/nearest']);
    expect(tested).toMatchObject({ status: 0, stdout: expect.stringMatching(/Tests .*passed/) });

    await server.stop();
    expect(existsSync(join(clone.path, '.svc/postgres/PG_VERSION'))).toBe(true);
    expect(existsSync(join(clone.path, '.svc/postgres/postmaster.pid'))).toBe(false);
  },
  START_MS + 180_000,
);

type Command = [string, ...string[]];

/** The two commands, and the lines of the first execution. */
function firstScreen(clone: Folder): { start: Command; test: Command; execution: string[] } {
  const readme = readFileSync(join(clone.path, 'README.md'), 'utf8');
  const screen = readme.split(/^## /m, 2).join('');
  const [start = '', test = '', ...execution] = [...screen.matchAll(FENCED)].map(
    ([, commands = '']) => commands,
  );
  return { start: words(start), test: words(test), execution: execution.join('\n').split('\n') };
}

const FENCED = /^```sh\n([\s\S]*?)\n```$/gm;

function words(command: string): Command {
  const [name = '', ...args] = command.split(' ');
  return [name, ...args];
}

/** A script that does what these lines do in a terminal, and prints each of them with its exit status. */
function inTerminal(lines: string[], { url, apiKey }: { url: string; apiKey: string }): string {
  const typed = lines.map((line) =>
    line.replace('svc_…', apiKey).replace('http://localhost:4400', url),
  );
  return [
    'shopt -s expand_aliases',
    ...typed.flatMap((line) => [`cat <<'LINE'\n$ ${line}\nLINE`, line, 'echo "exit $?"']),
  ].join('\n');
}
