import { formatApiKeyHint, connect, type Invocation } from '../../invocation/invocation.ts';
import type { Settings, SettingSource } from '../../invocation/settings.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { formatWhoami, type ShownWhoami } from './whoami-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc whoami`. */
export const declareWhoami: DeclareCommand = (command, run) => {
  command
    .description(
      'Whose credential svc uses, for which organization and server, what it may do, and where the settings come from.',
    )
    .action(() => run(command, showWhoami));
  addExamples(command, 'svc whoami', 'svc whoami --context svc.example.com', 'svc whoami --json');
};

async function showWhoami(invocation: Invocation): Promise<Answer> {
  const { settings } = invocation;
  const found = await (await connect(invocation)).whoami.get.query({});
  const { url, urlSource, credential, credentialSource } = settings;
  const isKey = found.credential.kind === 'apiKey';
  const shown: ShownWhoami = makeTerminalSafe({
    whoami: found,
    url,
    urlFrom: describeSettingPlace(settings, urlSource, ['--url', 'SVC_URL']),
    credentialFrom: describeSettingPlace(settings, credentialSource ?? 'default', [
      '--api-key',
      'SVC_API_KEY',
    ]),
    keyHint: isKey && credential !== undefined ? formatApiKeyHint(credential) : undefined,
  });
  return {
    data: {
      ...found,
      settings: {
        url,
        urlSource,
        credentialSource: credentialSource ?? null,
        context: settings.context?.name ?? null,
      },
    },
    text: (look) => formatWhoami(shown, look),
  };
}

function describeSettingPlace(
  { context }: Settings,
  source: SettingSource,
  [flag, variable]: readonly [string, string],
): string {
  const places: Record<SettingSource, string> = {
    flag,
    environment: variable,
    'config file': `the context ${context?.name ?? ''}`,
    default: 'the default',
  };
  return places[source];
}
