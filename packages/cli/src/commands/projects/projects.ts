import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addListAlias,
} from '../../flags/filter-options.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderProjectsMarkdown, formatProjectList } from './projects-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc projects`. */
export const declareProjects: DeclareCommand = (command, run) => {
  const list = () => run(command, showProjects);
  command
    .description('The projects of the organization by name, with what they have.')
    .option('--search <text>', 'only with this text in the name')
    .action(list);
  addMarkdownOption(addLimitOption(command));
  addExamples(command, 'svc projects', 'svc projects --search shop --json');

  addListAlias(command, list);
};

interface ProjectsFlags extends ListingFlags {
  search?: string;
}

async function showProjects(invocation: Invocation, flags: ProjectsFlags): Promise<Answer> {
  const { search } = flags;
  const client = await connect(invocation);
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.projects.list.query({ search, ...page }),
  );
  const words = search === undefined ? '' : `--search ${quoteShellWord(search)} `;
  const list = makeTerminalSafe({
    items,
    total,
    search,
    moreCommand: `svc projects ${words}--limit ${nextLimit}`,
  });
  return {
    data,
    text: (look) => formatProjectList(list, look),
    markdown: (now) => renderProjectsMarkdown(list, now),
  };
}
