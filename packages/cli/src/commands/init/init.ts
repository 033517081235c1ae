import type { Invocation, CommonFlags } from '../../invocation/invocation.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { lookFor } from '../../terminal/look.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { makeInitPlan, chooseWorkflowUrl } from './init-plan.ts';
import type { Answer } from '../../terminal/answer.ts';
import { confirm } from '../../terminal/prompts/confirm.ts';
import { formatDiffLines, formatInit, type ShownInit } from './init-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { buildDiff, type FileChange } from './framework-change.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { isErrno } from '@svc/reporter-core/text/unknown-value';
import { CommandError } from '../../errors/exit.ts';
import { isLoopback } from '../../invocation/settings.ts';

/** `svc init`. */
export const declareInit: DeclareCommand = (command, run) => {
  command
    .description(
      'Adds the reporters to the configuration of Vitest, Jest and Playwright, beside the reporters that are there, ' +
        'and their variables to the GitHub workflows that run tests. Shows the change as a diff, and asks before it ' +
        'writes; without a terminal it writes only with --yes. Installs nothing: it prints the commands.',
    )
    .option('--yes', 'write without asking')
    .option('--dry-run', 'show the diff, and write nothing')
    .action(() => run(command, init));
  addExamples(
    command,
    'svc init',
    'svc init --dry-run',
    'svc init --yes --url https://svc.example.com',
  );
};

interface InitFlags {
  yes?: boolean;
  dryRun?: boolean;
}

async function init(invocation: Invocation, flags: InitFlags & CommonFlags): Promise<Answer> {
  const { world, directory, settings } = invocation;
  const { changes, runner, ...plan } = await makeInitPlan(directory, {
    url: chooseWorkflowUrl(settings.url),
  });
  const diff = buildDiff(changes, directory);
  const outcome =
    changes.length === 0 ? 'nothing' : await decideOutcome(invocation, { diff, flags });
  if (outcome === 'written') await writeChanges(changes);
  const isShown = world.stdin.isTTY === true && flags.yes !== true && flags.dryRun !== true;
  const shown: ShownInit = makeTerminalSafe({
    ...plan,
    runner,
    outcome,
    // A person has seen it with the question.
    diff: isShown ? '' : diff,
    serverUrl: settings.url,
    isLocal: isLoopback(settings.url),
  });
  return {
    data: { ...plan, diff, written: outcome === 'written' },
    text: (look) => formatInit(shown, look),
  };
}

/** Whether to write. Asks a person at a terminal. */
async function decideOutcome(
  { printer, world, env, now }: Invocation,
  { diff, flags }: { diff: string; flags: InitFlags & CommonFlags },
): Promise<ShownInit['outcome']> {
  if (flags.dryRun === true) return 'shown';
  if (flags.yes === true) return 'written';
  const { stdin: input, stderr: output, platform } = world;
  if (input.isTTY !== true) return 'shown';
  const look = lookFor({
    env,
    platform,
    stream: output,
    noColor: !flags.color,
    quiet: false,
    links: false,
    now,
  });
  printer.note(formatDiffLines(makeTerminalSafe(diff), look));
  const isAgreed = await printer.activity.pausedDuring(() =>
    confirm('Write these changes?', { input, output }),
  );
  return isAgreed ? 'written' : 'declined';
}

/**
 * Writes the changes.
 * @throws CommandError when a file is not as it was when it was shown, or cannot be written. Earlier files stay changed.
 */
async function writeChanges(changes: readonly FileChange[]): Promise<void> {
  for (const { path, before } of changes) {
    const now = await readFile(path, 'utf8').catch(() => undefined);
    if (now === before) continue;
    throw new CommandError(`${path} changed in the meantime, so nothing was written`, 'svc init');
  }
  for (const { path, before, after } of changes) {
    try {
      await writeFile(path, after, { flag: before === undefined ? 'wx' : 'w' });
    } catch (error) {
      if (!isErrno(error)) throw error;
      throw new CommandError(
        `${path} cannot be written: ${error.message}`,
        'correct its permissions',
      );
    }
  }
}
