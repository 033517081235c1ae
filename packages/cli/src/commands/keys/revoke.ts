import type { Invocation } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { connectAsAdmin } from './connect-as-admin.ts';
import { findKey, KEY_ARGUMENT } from './find-key.ts';
import { buildDoneAnswer, type Answer } from '../../terminal/answer.ts';
import { askFirst } from '../../terminal/prompts/ask-first.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc keys revoke <key>`. */
export const declareRevokeKey: DeclareCommand = (command, run) => {
  command
    .summary('end a key for good')
    .description('Ends a key for good: its next request is refused.')
    .argument('<key>', KEY_ARGUMENT)
    .option('--yes', 'do not ask')
    .action((typed: string) =>
      run(command, (invocation, flags: RevokeFlags) => revoke(invocation, typed, flags)),
    );
  addExamples(command, 'svc keys revoke CI', 'svc keys revoke a91c --yes');
};

interface RevokeFlags {
  yes?: boolean;
}

async function revoke(
  invocation: Invocation,
  typed: string,
  { yes }: RevokeFlags,
): Promise<Answer> {
  const client = await connectAsAdmin(invocation);
  const { id, name, hint } = await findKey(client, typed);
  const shown = toTerminalLine(`${name} (svc_…${hint})`);
  if (yes !== true) {
    await askFirst(invocation, {
      question: `Revoke ${shown} for good?`,
      doing: `revoking ${shown}`,
      done: 'revoked',
      command: `svc keys revoke ${quoteShellWord(typed)}`,
    });
  }
  const key = await client.apiKeys.revoke.mutate({ id });
  return buildDoneAnswer(key, `revoked ${shown}`);
}
