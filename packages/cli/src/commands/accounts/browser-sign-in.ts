import { hasErrorCode } from '../../errors/error-code.ts';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SvcClient } from '@svc/client';
import type { BegunDeviceSignIn, DeviceSignInAnswer } from '@svc/contract/people/device-sign-in';
import { CommandError } from '../../errors/exit.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { readSvcVersion } from '../../version.ts';

export interface BrowserSignIn {
  /** A client without a credential. */
  client: SvcClient;
  /** Shows the code and where to type it; opens the browser if there is one. */
  show: (begun: { url: string; userCode: string }) => void;
}

/**
 * Signs in with a browser on any machine, as OAuth's device flow (RFC 8628): a person who is signed in there types the
 * code that is shown here. Waits until they have.
 * @throws CommandError when they refuse, or do nothing while the code is valid.
 */
export async function signInWithBrowser({
  client,
  show,
}: BrowserSignIn): Promise<{ token: string; user: string }> {
  const begun = await begin(client);
  // By durations: the clocks of the server and of this machine may differ.
  const endMs = performance.now() + begun.expiresInSeconds * 1000;
  show({ url: toTerminalLine(begun.url), userCode: toTerminalLine(begun.userCode) });
  for (;;) {
    await sleep(begun.intervalSeconds * 1000);
    const answer = await ask(client, begun, endMs);
    if (answer.status === 'approved') return { token: answer.token, user: answer.email };
    if (answer.status === 'denied') {
      throw new CommandError('the sign-in was refused in the browser', 'svc login', 3);
    }
    if (answer.status === 'expired') {
      const problem = `nobody approved the code ${toTerminalLine(begun.userCode)} in time`;
      throw new CommandError(problem, 'svc login', 3);
    }
  }
}

/** A laptop may sleep or change its network meanwhile: a server that cannot be reached is asked again. */
async function ask(
  client: SvcClient,
  { deviceCode }: BegunDeviceSignIn,
  endMs: number,
): Promise<DeviceSignInAnswer> {
  try {
    return await client.account.finishDeviceSignIn.mutate({ deviceCode });
  } catch (error) {
    if (hasErrorCode(error, 'UNREACHABLE') && performance.now() < endMs)
      return { status: 'pending' };
    throw error;
  }
}

function begin(client: SvcClient): Promise<BegunDeviceSignIn> {
  return client.account.beginDeviceSignIn.mutate({
    device: hostname().slice(0, 100) || 'unknown',
    program: `svc/${readSvcVersion()}`,
  });
}
