import { readFile } from 'node:fs/promises';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
  trpcError,
} from '@svc/client/test/answering-server.ts';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { expect, it, onTestFinished } from 'vitest';
import { makeWorld } from '../test/make-world.ts';
import { emptyFolder, runSvc, svcEnv } from '../test/run-svc.ts';
import { runProgram } from './run-program.ts';

const KEY = buildApiKey('0TestKeyOfTheRepositoryItself0');

async function serverThat(...answer: Parameters<typeof answering>) {
  const server = await startAnsweringServer(answering(...answer));
  onTestFinished(() => server.close());
  return { SVC_URL: server.url, SVC_API_KEY: KEY };
}

it.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
  const { version }: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(await runSvc([flag])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

it('shows its help without a command, and a command its own', async () => {
  const { status, stdout, stderr } = await runSvc([]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: svc <command> [flags]

    What ran, what broke, what is flaky: answers from an svc server.

    Options:
      --json                 print the data as one JSON document
      --jq <filter>          print what a filter of jq makes of that document
      --url <url>            the server (default: SVC_URL, the config file,
                             http://localhost:4400)
      --api-key <key>        the API key; safer in SVC_API_KEY: other users can see
                             command lines
      --context <name>       a server that svc login stored (default: SVC_CONTEXT)
      --no-color             plain text, as with NO_COLOR
      -q, --quiet            print only the answer
      -v, --verbose          print requests with ids and timings on stderr
      -V, --version          print the version
      -h, --help             display help for command

    Commands:
      attention              what needs attention now
      executions             recent executions
      analyze [execution]    why it failed, with evidence and a plan
      compare <base> <head>  what changed from one execution to another
      failures               what fails, by cause
      test <test>            one test: state, last runs, why it failed
      flaky                  tests that pass and fail on the same code
      metrics                pass rates, failures and times, and what changed
      trends                 pass rate and failures over time, as a chart
      upload [reports...]    send test reports, or saved runs
      gate [execution]       whether it may be merged, and what is excused
      run <command...>       run tests, and pass if all failures are excused
      quarantine             known failures that the gate excuses until a date
      split [files...]       divide test files between the jobs of a CI run
      webhooks               send events to your own services and to chats
      init                   add the reporters to this project and its CI
      projects               what there is of each project
      keys                   API keys: list, create, edit, revoke
      open [page]            an execution, a test or a page in the browser
      api <path>             one request to the REST API
      whoami                 whose credential svc uses, and from where
      login                  sign in to a server, with a browser or a password
      logout [context]       end the session, and forget it
      context                the servers that svc login stored
      mcp                    answers for coding agents, over MCP
      completion <shell>     a script that completes svc in bash, zsh or fish
      doctor                 what is wrong, and what to do
      help [topic...]        help on a command, on exit-codes or on json

    Examples:
      svc attention
      svc executions show latest
      svc compare branch:main latest --fail-on regressions
      svc flaky --sort impact

    Exit codes: svc help exit-codes. What --json prints: svc help json
    "
  `);
  const help = await runSvc(['help', 'executions', 'show']);
  expect(help.stdout).toBe((await runSvc(['executions', 'show', '--help'])).stdout);
  expect(help.stdout).toContain('svc executions show [options] <execution>');
});

it('lists its exit codes', async () => {
  expect((await runSvc(['help', 'exit-codes'])).stdout).toMatchInlineSnapshot(`
    "Exit codes of svc

        0  answered, or the gate passes
        1  --fail-on matched, the gate fails, or a part of an upload or a delivery failed
        2  wrong usage or bad parameter, or no such execution, test, file or webhook
        3  key missing, wrong or not allowed
        4  server unreachable or failing, stdout not writable, or a bug in svc
        5  the gate is undecided
      130  interrupted
    "
  `);
});

it.each([
  ['executons', "unknown command 'executons'", 'svc executions'],
  ['executions --jsno', "unknown option '--jsno'", 'svc executions --json'],
  ['executions shwo', "unexpected argument 'shwo' for 'svc executions'", 'svc executions show'],
  ['executions 812', "unexpected argument '812' for 'svc executions'", 'svc executions show 812'],
  ['executions show', 'missing argument: <execution>', 'svc executions show --help'],
  [
    'executions show 1 --branch x',
    "unexpected option '--branch' for 'svc executions show'",
    'svc executions show --help',
  ],
  [
    'executions --limit 0',
    "--limit '0' is invalid: expected a whole number above 0",
    'svc executions --help',
  ],
  [
    'executions --status gone',
    "--status 'gone' is invalid: expected one of running, passed, failed, interrupted",
    'svc executions --help',
  ],
  [
    '--url localhost:4400 executions 812',
    "unexpected argument '812' for 'svc executions'",
    'svc executions show 812',
  ],
  ['compare 1 2 3', "unexpected argument '3' for 'svc compare'", 'svc compare --help'],
  ['list', "unknown command 'list'", 'svc executions'],
  ['show 812', "unknown command 'show'", 'svc executions show 812'],
  ['flaky --foo', "unknown option '--foo'", 'svc flaky --help'],
  ['flaky --min-rnus=3', "unknown option '--min-rnus=3'", 'svc flaky --min-runs'],
  ['help doctro', "no help on 'doctro'", 'svc help doctor'],
  ['--json', 'no command given', 'svc --help'],
  [
    'doctor --url ftp://svc',
    "--url 'ftp://svc' is not an http(s) address",
    'write it like --url http://localhost:4400',
  ],
  [
    'executions --project a --all-projects',
    '--project and --all-projects cannot be combined',
    'leave out one of them',
  ],
])('refuses `svc %s` in two lines', async (words, problem, remedy) => {
  const run = await runSvc(words.split(' '), { env: { SVC_API_KEY: KEY } });
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it.each([
  [
    'no key',
    {},
    'svc: no API key, and not signed in to http://localhost:4400\ntry: run svc login, or set SVC_API_KEY to a key of this server\n',
  ],
  [
    'a mistyped key',
    { SVC_API_KEY: `${KEY.slice(0, -1)}x` },
    'svc: the API key svc_…AVcx from SVC_API_KEY is mistyped or cut short\n' +
      'try: copy it again: a key is svc_ and 36 letters and digits\n',
  ],
])('exits with 3 for %s, without asking the server', async (_, env, stderr) => {
  expect(await runSvc(['executions'], { env })).toEqual({ status: 3, stdout: '', stderr });
});

it('exits with 3 for a key that the server rejects', async () => {
  const env = await serverThat(401, trpcError('UNAUTHORIZED', 'The API key is revoked.'));
  expect(await runSvc(['executions'], { env })).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'svc: The API key is revoked\ntry: set SVC_API_KEY to a valid key, then run svc doctor\n' +
      `see: ${env.SVC_URL}/docs/operate/troubleshooting#rejected-the-api-key-401\n`,
  });
});

it('says which key was rejected', async () => {
  const env = await serverThat(401, trpcError('UNAUTHORIZED', 'No such key.'));
  expect((await runSvc(['executions', '--api-key', KEY], { env })).stderr).toContain(
    'svc: No such key\ntry: pass a valid key to --api-key, or better in SVC_API_KEY, then run svc doctor\n',
  );
});

it('exits with 4 when nothing listens', async () => {
  const env = { SVC_URL: await findUnusedAddress(), SVC_API_KEY: KEY };
  const { status, stderr } = await runSvc(['executions'], { env });
  expect(status).toBe(4);
  expect(stderr).toBe(
    `svc: ${env.SVC_URL} cannot be reached (connection refused)\n` +
      'try: start the server, or set its address with --url or SVC_URL; for details, run svc doctor\n' +
      'see: docs/operate/troubleshooting#cannot-be-reached\n',
  );
});

it.each([
  [
    500,
    'oops',
    {},
    'The server answered 500 without saying why',
    "run svc doctor, or look into the server's log",
    'something-went-wrong-on-the-server',
  ],
  [
    500,
    trpcError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server.'),
    { 'x-request-id': 'req-7' },
    'Something went wrong on the server',
    "run svc doctor, or look for request req-7 in the server's log",
    'something-went-wrong-on-the-server',
  ],
  [
    200,
    '<!doctype html>',
    {},
    'Something answered (200), but it is not an svc server',
    'set the address of the server with --url or SVC_URL; for details, run svc doctor',
    'something-answered--but-it-is-not-an-svc-server',
  ],
  [
    429,
    trpcError('RATE_LIMITED', 'Too many reads.'),
    { 'retry-after': '47' },
    'Too many reads',
    'repeat the command in 47 s',
    'rate-limit-reached',
  ],
])(
  'exits with 4 for a server that answers %i, case %#',
  async (status, body, headers, problem, remedy, anchor) => {
    const env = await serverThat(status, body, headers);
    const server = status === 200 ? '' : `${env.SVC_URL}/`;
    expect(await runSvc(['executions'], { env })).toEqual({
      status: 4,
      stdout: '',
      stderr: `svc: ${problem}\ntry: ${remedy}\nsee: ${server}docs/operate/troubleshooting#${anchor}\n`,
    });
  },
);

it('shows no control characters from a server', async () => {
  const env = await serverThat(400, trpcError('BAD_REQUEST', '\u001b]0;owned\u0007no\u009b2J'));
  expect((await runSvc(['executions'], { env })).stderr).toBe(
    'svc: no\ntry: svc executions --help\n',
  );
});

it('names the flag whose value the server refuses', async () => {
  const details = [{ path: 'pullRequest', message: 'Too big.' }];
  const env = await serverThat(400, trpcError('BAD_REQUEST', 'Invalid input.', details));
  const { stderr } = await runSvc(['executions', '--pull-request', '1'], { env });
  expect(stderr).toBe('svc: --pull-request: Too big\ntry: svc executions --help\n');
});

const broken = {
  now: (): Date => {
    throw new RangeError('no time');
  },
};

async function runBroken(...args: string[]) {
  const env = await svcEnv();
  const world = makeWorld({ env, directory: await emptyFolder(), clock: broken });
  return { status: await runProgram(args, world), ...world.printed() };
}

it('reports a bug in svc, and its stack with -v', async () => {
  const lines =
    'svc: svc itself failed: RangeError: no time\n' +
    'try: repeat the command with -v, and report the stack trace\n';
  expect(await runBroken('executions')).toEqual({ status: 4, stdout: '', stderr: lines });
  const { stderr } = await runBroken('executions', '-v');
  expect(stderr.slice(0, lines.length)).toBe(lines);
  expect(stderr.slice(lines.length)).toMatch(/^RangeError: no time\n +at .*now/);
});
