import type { ApiKeyScope } from '@svc/contract/people/api-keys';
import type { Invocation } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { buildChoiceOption } from '../../flags/option-values.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { connectAsAdmin } from './connect-as-admin.ts';
import { addKeyOptions, parseExpiry, type KeyFlags } from './key-flags.ts';
import type { Answer } from '../../terminal/answer.ts';
import { formatKeyFacts } from './keys-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

// The contract's own list would load zod.
const SCOPES: readonly ApiKeyScope[] = ['full', 'ingest'];

/** `svc keys create <name>`. */
export const declareCreateKey: DeclareCommand = (command, run) => {
  command
    .summary('create a key, and print it once')
    .description(
      'Creates an API key. Its text is the only line on stdout and is never shown again. ingest is enough for ' +
        'reporters in CI: it uploads, and reads back what it uploaded.',
    )
    .argument('<name>', 'what uses it')
    .addOption(buildChoiceOption('--scope <scope>', 'what it may do (default: full)', SCOPES))
    .action((name: string) =>
      run(command, (invocation, flags: CreateFlags) => create(invocation, name, flags)),
    );
  addKeyOptions(command);
  addExamples(
    command,
    'svc keys create CI --scope ingest',
    "svc keys create 'pull requests' --scope ingest --project web --no-base",
    'svc keys create CI --scope ingest -q | gh secret set SVC_API_KEY',
  );
};

interface CreateFlags extends KeyFlags {
  scope?: ApiKeyScope;
}

async function create(invocation: Invocation, name: string, flags: CreateFlags): Promise<Answer> {
  const { scope, expires, reads, writes, project, branch, base } = flags;
  const client = await connectAsAdmin(invocation);
  const created = await client.apiKeys.create.mutate({
    name,
    scope,
    expiresAt: typeof expires === 'string' ? parseExpiry(expires, invocation.now) : undefined,
    readsPerMinute: reads,
    writesPerMinute: writes,
    projects: project,
    branches: branch,
    mayClaimBase: base,
  });
  const facts = formatKeyFacts(created.key, invocation.now).join(', ');
  invocation.printer.warn(`created the key ${created.key.name} (${facts}); it is shown only now`);
  return { data: created, text: () => [toTerminalLine(created.text)] };
}
