import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { connect, type CommandContext, type CommonFlags } from '../../context/command-context.ts';
import { CommandError } from '../../errors/exit.ts';
import { refuseFlagsOfParent } from '../../errors/usage-error.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { UNICODE_GLYPHS } from '../../format/glyphs.ts';
import { terminalSafe } from '../../format/terminal-text.ts';
import type { Answer } from '../../output/answer.ts';
import { confirm } from '../../output/confirm.ts';
import { findEntry } from '../../references/quarantine-reference.ts';
import { entryText } from '../../views/quarantine/entry-text.ts';
import { resultTitle } from '../../views/test-names.ts';
import { shortId } from '../../webhooks/short-id.ts';
import type { DeclareCommand } from '../declare-command.ts';
import { ENTRY_ARGUMENT } from './quarantine-flags.ts';

/** `svc quarantine remove <entry>`. */
export const declareRemove: DeclareCommand = (command, run) => {
  command
    .summary('lift an entry: it excuses nothing any more')
    .description(
      'Lifts an entry: from now on it excuses nothing. svc quarantine --all still lists it.',
    )
    .argument('<entry>', ENTRY_ARGUMENT)
    .option('--yes', 'do not ask')
    .action((typed: string) => {
      refuseFlagsOfParent(command);
      const flags = command.optsWithGlobals<RemoveFlags & CommonFlags>();
      return run(flags, (context) => remove(context, typed, flags));
    });
  addExamples(command, 'svc quarantine remove a91c44de', 'svc quarantine remove a91c44de --yes');
};

interface RemoveFlags {
  yes?: boolean;
}

async function remove(
  context: CommandContext,
  typed: string,
  { yes }: RemoveFlags,
): Promise<Answer> {
  const client = await connect(context);
  const found = await findEntry(client, typed);
  if (yes !== true) await refuseUnconfirmed(context, found);
  const entry = await client.quarantine.lift.mutate({ id: found.id });
  const shown = terminalSafe({ entry, done: 'lifted' as const });
  return { data: entry, text: (look) => entryText(shown, look) };
}

/** @throws CommandError unless a person at a terminal agrees. */
async function refuseUnconfirmed(
  { printer }: CommandContext,
  entry: QuarantineEntry,
): Promise<void> {
  const title = resultTitle(entry, UNICODE_GLYPHS);
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) {
    throw new CommandError(
      `lifting the entry of ${title} needs --yes without a terminal`,
      `svc quarantine remove ${shortId(entry.id)} --yes`,
    );
  }
  const question = `Lift the quarantine of ${title}? Its failures will block again.`;
  const isAgreed = await printer.activity.pausedDuring(() => confirm(question, { input, output }));
  if (!isAgreed) throw new CommandError('nothing was lifted', 'answer y to lift it', 130);
}
