import type { CommandContext } from '../../context/command-context.ts';
import { readConfigFile, type ConfigFile } from '../../context/config-file.ts';
import { contextNamed } from '../../context/settings.ts';
import { withoutContext, writeConfigFile } from '../../context/write-config-file.ts';
import { addExamples, addListAlias } from '../../flags/filter-options.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { doneAnswer, type Answer } from '../../terminal/answer.ts';
import { contextsText } from './contexts-text.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';

/** `svc context`: the servers that `svc login` stored. */
export const declareContext: DeclareCommand = (command, run) => {
  const list = () => run(command, contexts);
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
  command.command('names', { hidden: true }).action(() => run(command, names));

  const use = command
    .command('use')
    .summary('use this server from now on')
    .description('Makes a context the current one.')
    .argument('<context>', 'its name')
    .action((name: string) => run(use, (context) => useContext(context, name)));
  addExamples(use, 'svc context use svc.example.com');

  const remove = command
    .command('remove')
    .summary('forget a server and its credential')
    .description('Removes a context from the config file. svc logout also ends its session.')
    .argument('<context>', 'its name')
    .action((name: string) => run(remove, (context) => removeContext(context, name)));
  addExamples(remove, 'svc context remove svc.example.com');
};

/** Without the tokens: an answer may be shown to others. */
async function contexts({ world, settings }: CommandContext): Promise<Answer> {
  const { contexts: stored, path } = await readConfigFile(world);
  const items = stored
    .map(({ name, url, user, token }) => ({
      name,
      url,
      credential: kindOf({ token, user }),
      user: user ?? null,
      isCurrent: name === settings.context?.name,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    data: { items, path },
    text: (look) => contextsText(makeTerminalSafe({ items, path }), look),
  };
}

/** One a line. Shells expand what they complete, so names with special characters are left out. */
async function names({ world }: CommandContext): Promise<Answer> {
  const { contexts: stored } = await readConfigFile(world);
  const plain = stored.map(({ name }) => name).filter((name) => /^[\w.:@/+-]+$/.test(name));
  return { data: { items: plain }, text: () => plain };
}

function kindOf({ token, user }: { token?: string | undefined; user?: string | undefined }) {
  if (token === undefined) return 'none' as const;
  return user === undefined ? ('apiKey' as const) : ('session' as const);
}

async function useContext({ world, env, printer }: CommandContext, typed: string): Promise<Answer> {
  const config = await readConfigFile(world);
  const { name, url } = contextNamed(config, typed);
  await writeConfigFile({ ...config, current: name });
  for (const variable of ['SVC_URL', 'SVC_CONTEXT']) {
    if (env[variable])
      printer.warn(`${variable} is set, and counts instead of the current context`);
  }
  return changed(config, { name, text: `svc now uses ${name} (${url})` });
}

async function removeContext({ world }: CommandContext, typed: string): Promise<Answer> {
  const config = await readConfigFile(world);
  const { name } = contextNamed(config, typed);
  await writeConfigFile(withoutContext(config, name));
  return changed(config, { name, text: `removed ${name}` });
}

function changed({ path }: ConfigFile, { name, text }: { name: string; text: string }): Answer {
  return doneAnswer({ context: name, path }, toTerminalLine(text));
}
