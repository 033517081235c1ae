import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
  addListAlias,
} from '../../flags/filter-options.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { formatEntries, renderEntriesMarkdown } from './entries-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { declareAdd } from './add.ts';
import { declareEdit } from './edit.ts';
import { declareRemove } from './remove.ts';
import { declareShow } from './show.ts';

/** `svc quarantine`, and what is done with an entry. */
export const declareQuarantine: DeclareCommand = (command, run) => {
  const list = () => run(command, showQuarantine);
  command
    .description(
      'The active quarantine entries, newest first. Each excuses known failures of one test from ' +
        'svc gate until a date. The test still runs, and its failures stay failures.',
    )
    .option('--all', 'also entries that have expired or were lifted')
    .action(list);
  addMarkdownOption(addLimitOption(addProjectOptions(command)));
  addExamples(
    command,
    "svc quarantine add 'suggests as you type' --reason 'issue 1482'",
    'svc quarantine show a91c44de',
    'svc quarantine remove a91c44de',
  );

  addListAlias(command, list);

  declareAdd(command.command('add'), run);
  declareShow(command.command('show'), run);
  declareEdit(command.command('edit'), run);
  declareRemove(command.command('remove'), run);
};

interface ListFlags extends ProjectFlags, ListingFlags {
  all?: boolean;
}

async function showQuarantine(invocation: Invocation, flags: ListFlags): Promise<Answer> {
  const { project, takenFrom } = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const active = flags.all === true ? undefined : ('true' as const);
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.quarantine.list.query({ project, active, ...page }),
  );
  const shown = makeTerminalSafe({
    items,
    total,
    project,
    takenFrom,
    hasEnded: flags.all === true,
    moreCommand: `svc quarantine ${formatFlags(flags, { limit: nextLimit })}`,
  });
  return {
    data,
    text: (look) => formatEntries(shown, look),
    markdown: () => renderEntriesMarkdown(shown),
  };
}
