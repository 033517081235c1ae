import { startServerHere, type ServerHere } from '@svc/server/test/server-here.ts';
import { emptyFolder, runSvc, type SvcOptions, type SvcRun } from './run-svc.ts';

export const OWNER = { email: 'owner@example.com', password: 'correct horse battery staple' };

/** A server of its own with an owner who can sign in. */
export function startSessionServer(env: Record<string, string> = {}): Promise<ServerHere> {
  return startServerHere({
    SVC_BOOTSTRAP_EMAIL: OWNER.email,
    SVC_BOOTSTRAP_PASSWORD: OWNER.password,
    ...env,
  });
}

/** The shell of a person, whose home stays the same from command to command. */
export async function makeShell() {
  const home = await emptyFolder();
  const svc = (args: readonly string[], options: SvcOptions = {}): Promise<SvcRun> =>
    runSvc(args, { ...options, env: { HOME: home, COLUMNS: '80', ...options.env } });
  return { home, svc };
}

/** The same, signed in as the owner. */
export async function makeSignedInShell({ url }: { url: string }) {
  const shell = await makeShell();
  const login = await shell.svc(
    ['login', '--url', url, '--email', OWNER.email, '--password-stdin'],
    {
      input: OWNER.password,
    },
  );
  if (login.status !== 0) throw new Error(login.stderr);
  return shell;
}
