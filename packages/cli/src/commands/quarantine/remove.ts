import { connect, type Invocation } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { askFirst } from '../../terminal/prompts/ask-first.ts';
import { findEntry } from './quarantine-reference.ts';
import { formatEntry } from './entry-text.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import { shortenId } from '../../wording/short-ids.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
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
    .action((typed: string) =>
      run(command, (invocation, flags: RemoveFlags) => remove(invocation, typed, flags)),
    );
  addExamples(command, 'svc quarantine remove a91c44de', 'svc quarantine remove a91c44de --yes');
};

interface RemoveFlags {
  yes?: boolean;
}

async function remove(
  invocation: Invocation,
  typed: string,
  { yes }: RemoveFlags,
): Promise<Answer> {
  const client = await connect(invocation);
  const found = await findEntry(client, typed, { ended: false });
  if (yes !== true) {
    const title = formatTestTitle(found, UNICODE_GLYPHS);
    await askFirst(invocation, {
      question: `Lift the quarantine of ${title}? Its failures will block again.`,
      doing: `lifting the entry of ${title}`,
      done: 'lifted',
      command: `svc quarantine remove ${shortenId(found.id)}`,
    });
  }
  const entry = await client.quarantine.lift.mutate({ id: found.id });
  const shown = makeTerminalSafe({ entry, done: 'lifted' as const });
  return { data: entry, text: (look) => formatEntry(shown, look) };
}
