import type { Invocation } from '../../invocation/invocation.ts';
import { readConfigFile, type ConfigFile } from '../../invocation/config-file.ts';
import { getContext } from '../../invocation/settings.ts';
import { withoutContext, writeConfigFile } from '../../invocation/write-config-file.ts';
import { addExamples, addListAlias } from '../../flags/filter-options.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { buildDoneAnswer, type Answer } from '../../terminal/answer.ts';
import { formatContexts } from './contexts-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc context`: the servers that `svc login` stored. */
export const declareContext: DeclareCommand = (command, run) => {
  const list = () => run(command, showContexts);
  command
    .description(
      'The servers that svc login stored, as contexts. Each is an address with a credential for it. --context, or ' +
        'SVC_CONTEXT, names another one than the current one for a single command.',
    )
    .action(list);
  addExamples(
    command,
    'svc context',
    'svc context use svc.example.com',
    'svc flaky --context work',
  );

  addListAlias(command, list);

  // For completion scripts.
  command.command('names', { hidden: true }).action(() => run(command, showContextNames));

  const use = command
    .command('use')
    .summary('use this server from now on')
    .description('Makes a context the current one.')
    .argument('<context>', 'its name')
    .action((name: string) => run(use, (invocation) => useContext(invocation, name)));
  addExamples(use, 'svc context use svc.example.com');

  const remove = command
    .command('remove')
    .summary('forget a server and its credential')
    .description('Removes a context from the config file. svc logout also ends its session.')
    .argument('<context>', 'its name')
    .action((name: string) => run(remove, (invocation) => removeContext(invocation, name)));
  addExamples(remove, 'svc context remove svc.example.com');
};

/** Without the tokens: an answer may be shown to others. */
async function showContexts({ world, settings }: Invocation): Promise<Answer> {
  const { contexts: stored, path } = await readConfigFile(world);
  const items = stored
    .map(({ name, url, user, token }) => ({
      name,
      url,
      credential: deriveCredentialKind({ token, user }),
      user: user ?? null,
      isCurrent: name === settings.context?.name,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    data: { items, path },
    text: (look) => formatContexts(makeTerminalSafe({ items, path }), look),
  };
}

/** One a line. Shells expand what they complete, so names with special characters are left out. */
async function showContextNames({ world }: Invocation): Promise<Answer> {
  const { contexts: stored } = await readConfigFile(world);
  const plain = stored.map(({ name }) => name).filter((name) => /^[\w.:@/+-]+$/.test(name));
  return { data: { items: plain }, text: () => plain };
}

function deriveCredentialKind({
  token,
  user,
}: {
  token?: string | undefined;
  user?: string | undefined;
}) {
  if (token === undefined) return 'none' as const;
  return user === undefined ? ('apiKey' as const) : ('session' as const);
}

async function useContext({ world, env, printer }: Invocation, typed: string): Promise<Answer> {
  const config = await readConfigFile(world);
  const { name, url } = getContext(config, typed);
  await writeConfigFile({ ...config, current: name });
  for (const variable of ['SVC_URL', 'SVC_CONTEXT']) {
    if (env[variable])
      printer.warn(`${variable} is set, and counts instead of the current context`);
  }
  return buildChangedAnswer(config, { name, text: `svc now uses ${name} (${url})` });
}

async function removeContext({ world }: Invocation, typed: string): Promise<Answer> {
  const config = await readConfigFile(world);
  const { name } = getContext(config, typed);
  await writeConfigFile(withoutContext(config, name));
  return buildChangedAnswer(config, { name, text: `removed ${name}` });
}

function buildChangedAnswer(
  { path }: ConfigFile,
  { name, text }: { name: string; text: string },
): Answer {
  return buildDoneAnswer({ context: name, path }, toTerminalLine(text));
}
