import type { SvcClientOptions } from '@svc/client';
import type { Whoami } from '@svc/contract/people/whoami';
import {
  requireCredential,
  buildClientOptions,
  type Invocation,
  type CommonFlags,
} from '../../invocation/invocation.ts';
import { formatContextName, readConfigFile } from '../../invocation/config-file.ts';
import { withContext, writeConfigFile } from '../../invocation/write-config-file.ts';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { signInWithBrowser } from './browser-sign-in.ts';
import { hasBrowser, openBrowser } from '../open/open-browser.ts';
import { signInWithPassword, type PasswordFlags } from './password-sign-in.ts';
import { readStdinText } from '../../terminal/prompts/text-on-stdin.ts';
import { formatSignInCode, formatLogin } from './login-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { isLoopback } from '../../invocation/settings.ts';

/** `svc login`. */
export const declareLogin: DeclareCommand = (command, run) => {
  command
    .description(
      'Signs in to a server with a browser: shows a code, which you type on a page of the server, on this machine or ' +
        'any other. Stores the session in the config file, which only you can read, and uses this server from then ' +
        'on. A session ends after 7 days without use.',
    )
    .option('--email [address]', 'sign in with e-mail address and password instead')
    .option('--password-stdin', 'with --email <address>: read the password from stdin')
    .option('--with-token', 'read an API key from stdin, and store it')
    .option('--browser', 'also without a terminal: print the code and wait')
    .option('--no-browser', 'print the address, and open no browser')
    .option('--name <context>', "the name to store it under (default: the server's host)")
    .action(() => run(command, logIn));
  addExamples(
    command,
    'svc login --url https://svc.example.com',
    'svc login --email you@example.com',
    'svc login --url https://svc.example.com --with-token < key.txt',
  );
};

interface LoginFlags extends PasswordFlags {
  withToken?: boolean;
  /** Undefined for neither flag. */
  browser?: boolean;
  name?: string;
}

interface Stored {
  token: string;
  user?: string;
}

async function logIn(invocation: Invocation, flags: LoginFlags & CommonFlags): Promise<Answer> {
  const { world, settings, env, printer } = invocation;
  const { url } = settings;
  refuseUseless(flags);
  if (url.startsWith('http:') && !isLoopback(url)) {
    printer.warn(`${url} is not encrypted: others on the network can read what is sent`);
  }
  const { token, user } = await signIn(invocation, flags);
  const whoami = await describe(buildClientOptions(invocation, { url, credential: token }));
  const config = await readConfigFile(world);
  const name = flags.name ?? settings.context?.name ?? formatContextName(url);
  await writeConfigFile(withContext(config, { name, url, token, user }));
  for (const variable of ['SVC_API_KEY', 'SVC_URL', 'SVC_CONTEXT']) {
    if (env[variable]) printer.warn(`${variable} is set, and counts instead of the config file`);
  }
  const shown = makeTerminalSafe({ whoami, url, name, path: config.path });
  return { data: { context: name, url, whoami }, text: (look) => formatLogin(shown, look) };
}

/** @throws CommandError for flags that exclude each other, or that would not be stored. */
function refuseUseless(flags: LoginFlags & CommonFlags): void {
  if (flags.apiKey !== undefined) {
    throw new CommandError(
      'svc login takes no --api-key: other users can see command lines',
      'svc login --with-token < key.txt',
    );
  }
  const ways = [
    ...(flags.email === undefined ? [] : ['--email']),
    ...(flags.withToken === true ? ['--with-token'] : []),
    ...(flags.browser === true ? ['--browser'] : []),
  ];
  if (ways.length > 1) {
    throw buildCannotCombineError(ways.join(' and '));
  }
  if (flags.passwordStdin === true && flags.email === undefined) {
    throw new CommandError(
      '--password-stdin needs an address',
      'svc login --email you@example.com --password-stdin < password.txt',
    );
  }
}

async function signIn(invocation: Invocation, flags: LoginFlags): Promise<Stored> {
  const { printer, settings, world } = invocation;
  const { stdin, stderr } = world;
  const options = buildClientOptions(invocation, { url: settings.url });
  const quietly = printer.activity.pausedDuring;
  if (flags.withToken === true) {
    const token = await quietly(() => readStdinText('an API key', stdin));
    await requireCredential({ ...settings, credential: token, credentialSource: 'flag' });
    return { token };
  }
  if (flags.email !== undefined)
    return quietly(() => signInWithPassword({ options, world }, flags));
  if (stdin.isTTY !== true && flags.browser !== true) {
    throw new CommandError(
      'stdin is not a terminal, so nobody may be there to sign in',
      'use svc login --browser to wait for somebody, or svc login --with-token < key.txt',
    );
  }
  const { createSvcClient } = await import('@svc/client');
  const browser = { env: world.env, platform: world.platform, isTerminal: stderr.isTTY === true };
  return signInWithBrowser({
    client: createSvcClient(options),
    show: (begun) => {
      const opens = flags.browser !== false && hasBrowser(browser);
      printer.note(formatSignInCode(begun, { opens }));
      printer.activity.describe('waiting for the browser');
      if (opens) openBrowser(begun.url, browser);
    },
  });
}

/** Who signed in. @throws CommandError for a session that may do nothing yet. */
async function describe(options: SvcClientOptions): Promise<Whoami> {
  const { createSvcClient, SvcClientError } = await import('@svc/client');
  try {
    return await createSvcClient(options).whoami.get.query({});
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    const details = error.code === 'FORBIDDEN' ? error.details.map(({ path }) => path) : [];
    if (details.includes('mustChangePassword')) {
      throw new CommandError(
        'this is a one-time password',
        `sign in to ${options.url} with a browser, set a password of your own, then repeat the command`,
        3,
      );
    }
    throw error;
  }
}
