import type { ExecutionDetail } from '@svc/contract/executions';
import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import {
  isNotFound,
  parseExecutionReference,
  resolveExecution,
  unknownExecution,
} from '../references/execution-reference.ts';
import { projectScope, type ProjectFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { shellWord } from '../flags/shell-word.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import { wholeExecution } from '../asking/whole-execution.ts';
import { executionMarkdown } from '../views/executions/execution-markdown.ts';
import { executionText, type ShownExecution } from '../views/executions/execution-text.ts';

export interface ShowFlags extends ProjectFlags {
  limit: number;
}

/** `svc executions show <execution>`: the failures first, in full. */
export async function executionsShow(
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
