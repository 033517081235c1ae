import { CommandError } from '../errors/exit.ts';
import { shellWord } from '../errors/proposed-command.ts';
import type { Settings } from './settings.ts';

/** The error, with `svc login` as its remedy if the server refused a credential that `svc login` stored. */
export function signInAgain(error: unknown, settings: Settings): unknown {
  const { apiKeySource, context } = settings;
  if (apiKeySource !== 'config file' || context === undefined || !isUnauthorized(error))
    return error;
  // Sessions end after 7 days without use.
  const ended =
    context.user === undefined ? error.message : `the session of ${context.user} is over`;
  const remedy = `svc login --url ${shellWord(settings.url)}${nameFlag(context.name, settings.url)}`;
  return new CommandError(ended.replace(/\.$/, ''), remedy, 3);
}

function nameFlag(name: string, url: string): string {
  return url.endsWith(`//${name}`) ? '' : ` --name ${shellWord(name)}`;
}

/** By its code: to load the client's error type would slow every command down. */
function isUnauthorized(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'UNAUTHORIZED';
}
