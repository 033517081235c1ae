import { parseExpiryTime } from '../../flags/time-window.ts';
import type { QuarantineChange } from '@svc/contract/gate/quarantine';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { resolveFingerprints } from './wanted-fingerprints.ts';
import { readWantedTest } from './wanted-test.ts';
import { findEntry } from './quarantine-reference.ts';
import { formatEntry } from './entry-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import {
  addEntryOptions,
  ENTRY_ARGUMENT,
  refuseBoth,
  type EntryFlags,
  EXPIRY_FORMS,
} from './quarantine-flags.ts';

/** `svc quarantine edit <entry>`. */
export const declareEdit: DeclareCommand = (command, run) => {
  command
    .summary('change an entry, such as its end')
    .description('Changes what the flags name. --fingerprint replaces all fingerprints.')
    .argument('<entry>', ENTRY_ARGUMENT)
    .option('--reason <text>', 'why, such as the address of an issue')
    .action((typed: string) =>
      run(command, (invocation, flags: EntryFlags) => edit(invocation, typed, flags)),
    );
  addEntryOptions(command)
    .option('--no-owner', 'take the owner off')
    .option('--expires <when>', 'a duration from now on (2w) or a date, at most 90 days ahead');
  addExamples(
    command,
    'svc quarantine edit a91c44de --expires 2w',
    'svc quarantine edit a91c44de --owner ada --fingerprint fp2:6be1aa00,fp2:d04c6be1',
  );
};

async function edit(invocation: Invocation, typed: string, flags: EntryFlags): Promise<Answer> {
  refuseBoth(flags);
  const { reason, owner, expires, any, fingerprint } = flags;
  const change: Omit<QuarantineChange, 'id'> = {
    reason,
    owner: owner === false ? null : owner,
    expiresAt:
      expires === undefined ? undefined : parseExpiryTime(expires, invocation.now, EXPIRY_FORMS),
    fingerprints: any === true ? 'any' : undefined,
  };
  const isEmpty = Object.values(change).every((value) => value === undefined);
  if (isEmpty && fingerprint === undefined) {
    throw new CommandError('nothing to change', 'svc quarantine edit --help');
  }
  const client = await connect(invocation);
  const { id, testId } = await findEntry(client, typed, { ended: true });
  if (fingerprint !== undefined) {
    const test = await readWantedTest(invocation, client, { typed: testId, flags: {} });
    change.fingerprints = resolveFingerprints(fingerprint, test);
  }
  const entry = await client.quarantine.edit.mutate({ id, ...change });
  const shown = makeTerminalSafe({ entry, done: 'changed' as const });
  return { data: entry, text: (look) => formatEntry(shown, look) };
}
