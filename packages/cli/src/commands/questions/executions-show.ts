import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { wholeExecution } from '../../asking/whole-execution.ts';
import { connect, type CommandContext, type CommonFlags } from '../../context/command-context.ts';
import { refuseFlagsOfParent } from '../../errors/usage-error.ts';
import { projectScope, type ProjectFlags } from '../../flags/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { shellWord, typedFlags } from '../../flags/proposed-command.ts';
import { terminalSafe } from '../../format/terminal-text.ts';
import type { Answer } from '../../output/answer.ts';
import {
  isNotFound,
  parseExecutionReference,
  resolveExecution,
  unknownExecution,
} from '../../references/execution-reference.ts';
import { executionMarkdown } from '../../views/executions/execution-markdown.ts';
import { executionText, type ShownExecution } from '../../views/executions/execution-text.ts';
import type { DeclareCommand } from '../declare-command.ts';

/** `svc executions show <execution>`. */
export const declareExecutionsShow: DeclareCommand = (command, run) => {
  command
    .summary('one execution, failures first')
    .description('One execution: what failed with its errors, then what was flaky.')
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .action((reference: string) => {
      refuseFlagsOfParent(command);
      const flags = command.optsWithGlobals<ShowFlags & CommonFlags>();
      return run(flags, (context) => executionsShow(context, reference, flags));
    });
  addMarkdownOption(addLimitOption(addProjectOptions(command)));
  addExamples(command, 'svc executions show latest', 'svc executions show 812 --project web');
};

interface ShowFlags extends ProjectFlags {
  limit: number;
}

/** The failures first, in full. */
async function executionsShow(
  context: CommandContext,
  referenceText: string,
  flags: ShowFlags,
): Promise<Answer> {
  const reference = parseExecutionReference(referenceText);
  const scope = await projectScope(flags, context);
  const client = await connect(context);
  const { id, taken } = await resolveExecution(reference, {
    ...scope,
    command: typedCommand(referenceText),
    list: async (query) => (await client.executions.list.query(query)).items,
  });
  const execution = await wholeExecution(client, id).catch((error: unknown) => {
    throw isNotFound(error) ? unknownExecution(id) : error;
  });
  const shown = shownExecution(execution, { taken, referenceText, flags });
  return {
    data: execution,
    text: (look) => executionText(shown, look),
    markdown: () => executionMarkdown(shown),
  };
}

interface Asked {
  taken: string | undefined;
  referenceText: string;
  flags: ShowFlags;
}

function shownExecution(
  execution: ExecutionDetail,
  { taken, referenceText, flags }: Asked,
): ShownExecution {
  const most = Math.max(execution.results.length, execution.files.length);
  const moreFlags = typedFlags(flags, { limit: most });
  return terminalSafe({
    execution,
    taken,
    limit: flags.limit,
    moreCommand: `${typedCommand(referenceText)} ${moreFlags}`,
  });
}

function typedCommand(referenceText: string): string {
  return `svc executions show ${shellWord(referenceText)}`;
}
