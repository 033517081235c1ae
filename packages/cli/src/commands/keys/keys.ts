import { connect, type Invocation } from '../../invocation/invocation.ts';
import { addExamples, addLimitOption, addListAlias } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { formatKeys } from './keys-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { declareCreateKey } from './create.ts';
import { declareEditKey } from './edit.ts';
import { declareRevokeKey } from './revoke.ts';

/** `svc keys`, and what is done with one of them. */
export const declareKeys: DeclareCommand = (command, run) => {
  const list = () => run(command, showKeys);
  command
    .description(
      'The API keys of the organization: active ones, then with --all also expired and revoked ones. Admins and ' +
        'owners who are signed in create, edit and revoke them.',
    )
    .option('--all', 'also expired and revoked keys')
    .action(list);
  addLimitOption(command);
  addExamples(
    command,
    'svc keys',
    'svc keys create CI --scope ingest --expires 365d',
    'svc keys revoke CI',
  );

  addListAlias(command, list);

  declareCreateKey(command.command('create'), run);
  declareEditKey(command.command('edit'), run);
  declareRevokeKey(command.command('revoke'), run);
};

interface KeysFlags {
  all?: boolean;
  limit: number;
}

async function showKeys(invocation: Invocation, { all, limit }: KeysFlags): Promise<Answer> {
  const client = await connect(invocation);
  const answer = await client.apiKeys.list.query({});
  const matching = all === true ? answer.items : answer.items.filter(isActive);
  const items = matching.slice(0, limit);
  const list = makeTerminalSafe({
    items,
    total: { count: matching.length, isAtLeast: false },
    moreCommand: `svc keys ${all === true ? '--all ' : ''}--limit ${matching.length}`,
    hidden: answer.items.length - matching.length,
  });
  return { data: { items }, text: (look) => formatKeys(list, look) };
}

function isActive({ status }: { status: string }): boolean {
  return status === 'active';
}
