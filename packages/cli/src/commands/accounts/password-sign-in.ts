import type { SvcClientOptions } from '@svc/client';
import { CommandError } from '../../errors/exit.ts';
import type { World } from '../../world.ts';
import { promptLine, promptPassword } from '../../terminal/prompts/typed-line.ts';
import { readStdinText } from '../../terminal/prompts/text-on-stdin.ts';

export interface PasswordFlags {
  /** True for `--email` without an address. */
  email?: string | true;
  passwordStdin?: boolean;
}

/**
 * Signs in with an e-mail address and a password, which a person types, or which is on stdin.
 * @throws CommandError when nobody can be asked, or the password is wrong.
 */
export async function signInWithPassword(
  { options, world }: { options: SvcClientOptions; world: World },
  flags: PasswordFlags,
): Promise<{ token: string; user: string }> {
  const { email, password } = await readCredentials(flags, world);
  const { requestRest, SvcClientError } = await import('@svc/client');
  try {
    const { headers } = await requestRest(options, {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: JSON.stringify({ email, password }),
    });
    const token = headers.get('set-auth-token');
    if (token !== null) return { token, user: email };
    throw new CommandError(`${options.url} sent no session`, 'svc doctor', 4);
  } catch (error) {
    if (!(error instanceof SvcClientError) || error.code !== 'UNAUTHORIZED') throw error;
    throw new CommandError(
      'the address or the password is wrong',
      'repeat the command; people without a password sign in with svc login',
      3,
    );
  }
}

async function readCredentials(
  flags: PasswordFlags,
  { stdin: input, stderr: output, events }: World,
): Promise<{ email: string; password: string }> {
  if (flags.passwordStdin === true) {
    if (typeof flags.email !== 'string') {
      throw new CommandError(
        '--password-stdin needs an address',
        'svc login --email you@example.com --password-stdin < password.txt',
      );
    }
    return { email: flags.email, password: await readStdinText('a password', input) };
  }
  if (input.isTTY !== true) {
    throw new CommandError(
      'cannot prompt for a password: stdin is not a terminal',
      'svc login --email you@example.com --password-stdin < password.txt',
    );
  }
  const terminal = { input, output, events };
  const email =
    typeof flags.email === 'string' ? flags.email : await promptLine('E-mail address: ', terminal);
  const password = email?.trim() ? await promptPassword('Password: ', terminal) : undefined;
  if (!email?.trim() || !password) {
    throw new CommandError('nothing was typed', 'repeat the command', 130);
  }
  return { email: email.trim(), password };
}
