import { buildClientOptions, type Invocation } from '../../invocation/invocation.ts';
import { readConfigFile, type StoredContext } from '../../invocation/config-file.ts';
import { getContext } from '../../invocation/settings.ts';
import { withoutContext, writeConfigFile } from '../../invocation/write-config-file.ts';
import { CommandError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { buildDoneAnswer, type Answer } from '../../terminal/answer.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc logout`. */
export const declareLogout: DeclareCommand = (command, run) => {
  command
    .description(
      'Ends the session on the server, and removes the context from the config file. An API key is only removed: svc ' +
        'keys revoke ends it.',
    )
    .argument('[context]', 'which one (default: the current one)')
    .action((typed: string | undefined) => run(command, (invocation) => logOut(invocation, typed)));
  addExamples(command, 'svc logout', 'svc logout svc.example.com');
};

async function logOut(invocation: Invocation, typed: string | undefined): Promise<Answer> {
  const { world, env, printer, settings } = invocation;
  const config = await readConfigFile(world);
  const stored = typed === undefined ? settings.context : getContext(config, typed);
  if (stored === undefined) {
    throw new CommandError(`not signed in to ${settings.url}`, 'svc context list');
  }
  const isEnded = await endSession(invocation, stored);
  await writeConfigFile(withoutContext(config, stored.name));
  if (env['SVC_API_KEY']) printer.warn('SVC_API_KEY is still set, and counts');
  const name = toTerminalLine(stored.name);
  const kept = stored.user === undefined && stored.token !== undefined;
  const text = kept ? `removed the API key for ${name}; it stays valid` : `signed out of ${name}`;
  return buildDoneAnswer({ context: stored.name, sessionEnded: isEnded }, text);
}

/** Whether the server ended the session. If it cannot be reached, the session ends by itself after 7 days. */
async function endSession(
  invocation: Invocation,
  { url, token, user }: StoredContext,
): Promise<boolean> {
  if (user === undefined || token === undefined) return false;
  const { requestRest, SvcClientError } = await import('@svc/client');
  try {
    const options = {
      ...buildClientOptions(invocation, { url, credential: token }),
      retryBudgetMs: 0,
    };
    await requestRest(options, { method: 'POST', path: '/api/auth/sign-out', body: '{}' });
    return true;
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    // Already over.
    if (error.code === 'UNAUTHORIZED') return true;
    invocation.printer.warn(
      `the server could not end the session, which ends after 7 days: ${error.message}`,
    );
    return false;
  }
}
