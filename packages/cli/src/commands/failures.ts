import type { FailurePhase, FailureSort } from '@svc/contract/failures';
import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { listing, type ListingFlags } from '../asking/listing.ts';
import { defaultSourceOf, questionOf } from '../asking/question.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import { failuresMarkdown } from '../views/failures/failures-markdown.ts';
import { failuresText } from '../views/failures/failures-text.ts';
import { emptiness, NOT_EMPTY } from '../asking/emptiness.ts';

export interface FailuresFlags extends FilterFlags, ListingFlags {
  sort?: FailureSort;
  phase?: FailurePhase;
  search?: string;
  failOn?: 'new-failures'[];
}

/** `svc failures`: by cause, the most frequent first. */
export async function failures(context: CommandContext, flags: FailuresFlags): Promise<Answer> {
  const { sort = 'count', phase, search } = flags;
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const question = { ...filters, sort, phase, search };
  const { data, items, total, nextLimit } = await listing(flags, (page) =>
    client.failures.list.query({ ...question, ...page }),
  );
  // A new cause beyond the limit must stop a script too.
  const findNew = async () =>
    phase === undefined
      ? (await client.failures.list.query({ ...question, phase: 'new', limit: 1 })).items.length > 0
      : phase === 'new' && items.length > 0;
  const isMet = flags.failOn !== undefined && (await findNew());
  const list = terminalSafe({
    ...subject,
    ...defaultSourceOf(flags, data),
    items,
    total,
    sort,
    ...(items.length > 0 ? NOT_EMPTY : await emptiness(client, filters)),
    moreCommand: `svc failures ${typedFlags(flags, { limit: nextLimit })}`,
    command: 'svc failures',
    serverUrl: context.settings.url,
  });
  return {
    data,
    text: (look) => failuresText(list, look),
    markdown: (now) => failuresMarkdown(list, now),
    ...(isMet && { exitStatus: 1, reasons: ['--fail-on new-failures: there are new causes'] }),
  };
}
