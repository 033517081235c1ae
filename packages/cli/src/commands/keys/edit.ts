import type { Invocation } from '../../invocation/invocation.ts';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { connectAsAdmin } from './connect-as-admin.ts';
import { findKey, KEY_ARGUMENT } from './find-key.ts';
import { addKeyOptions, parseExpiry, type KeyFlags } from './key-flags.ts';
import { buildDoneAnswer, type Answer } from '../../terminal/answer.ts';
import { formatKeyFacts } from './keys-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc keys edit <key>`. */
export const declareEditKey: DeclareCommand = (command, run) => {
  command
    .summary('change the name, the bounds, the end or the limits of a key')
    .description('Changes what flags name, from the next request of the key on.')
    .argument('<key>', KEY_ARGUMENT)
    .option('--name <name>', 'a new name')
    .action((typed: string) =>
      run(command, (invocation, flags: EditFlags) => edit(invocation, typed, flags)),
    );
  addKeyOptions(command)
    .option('--no-expires', 'it never ends')
    .option('--default-limits', "the server's limits instead of its own")
    .option('--all-projects', 'every project')
    .option('--all-branches', 'every branch');
  addExamples(
    command,
    'svc keys edit CI --writes 200',
    'svc keys edit CI --no-expires --default-limits',
  );
};

interface EditFlags extends KeyFlags {
  name?: string;
  defaultLimits?: boolean;
  allProjects?: boolean;
  allBranches?: boolean;
}

async function edit(invocation: Invocation, typed: string, flags: EditFlags): Promise<Answer> {
  const changes = buildChanges(flags, invocation.now);
  const client = await connectAsAdmin(invocation);
  const { id } = await findKey(client, typed);
  const key = await client.apiKeys.edit.mutate({ id, ...changes });
  const text = `changed ${toTerminalLine(key.name)}: ${formatKeyFacts(key, invocation.now).join(', ')}`;
  return buildDoneAnswer(key, text);
}

/** @throws CommandError without a change, and for flags that exclude each other. */
function buildChanges(flags: EditFlags, now: Date) {
  const { name, expires, reads, writes, defaultLimits } = flags;
  const { project, allProjects, branch, allBranches, base } = flags;
  if (defaultLimits === true && (reads !== undefined || writes !== undefined)) {
    throw buildCannotCombineError('--default-limits and --reads or --writes');
  }
  if (allProjects === true && project !== undefined)
    throw buildCannotCombineError('--all-projects and --project');
  if (allBranches === true && branch !== undefined)
    throw buildCannotCombineError('--all-branches and --branch');
  const changes = {
    name,
    expiresAt: typeof expires === 'string' ? parseExpiry(expires, now) : nullIf(expires === false),
    readsPerMinute: reads ?? nullIf(defaultLimits === true),
    writesPerMinute: writes ?? nullIf(defaultLimits === true),
    projects: project ?? nullIf(allProjects === true),
    branches: branch ?? nullIf(allBranches === true),
    mayClaimBase: base,
  };
  if (Object.values(changes).some((value) => value !== undefined)) return changes;
  throw new CommandError('nothing to change', 'svc keys edit --help');
}

/** In a change, null takes a value off, and undefined leaves it as it is. */
function nullIf(isOff: boolean): null | undefined {
  return isOff ? null : undefined;
}
