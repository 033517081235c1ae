import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { addExamples, addLimitOption } from '../../flags/filter-options.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { findEntry } from './quarantine-reference.ts';
import { formatEntry } from './entry-text.ts';
import { shortenId } from '../../wording/short-ids.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { ENTRY_ARGUMENT } from './quarantine-flags.ts';

/** `svc quarantine show <entry>`. */
export const declareShow: DeclareCommand = (command, run) => {
  command
    .summary('one entry, and what it excused')
    .description('One entry, and the executions in which it excused failures, newest first.')
    .argument('<entry>', ENTRY_ARGUMENT)
    .action((typed: string) =>
      run(command, (invocation, flags: ListingFlags) => show(invocation, typed, flags)),
    );
  addLimitOption(command);
  addExamples(command, 'svc quarantine show a91c44de');
};

async function show(invocation: Invocation, typed: string, flags: ListingFlags): Promise<Answer> {
  const client = await connect(invocation);
  const { id } = await findEntry(client, typed, { ended: true });
  let entry = await client.quarantine.get.query({ id, limit: 1 });
  const excusals = await readListing(flags, async (page) => {
    entry = await client.quarantine.get.query({ id, ...page });
    return entry.excusals;
  });
  const shown = makeTerminalSafe({
    entry,
    excusals: { items: excusals.items, total: excusals.total },
    moreCommand: `svc quarantine show ${shortenId(id)} ${formatFlags({ limit: excusals.nextLimit })}`,
  });
  return {
    data: { ...entry, excusals: excusals.data },
    text: (look) => formatEntry(shown, look),
  };
}
