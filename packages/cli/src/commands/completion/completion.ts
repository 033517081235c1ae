import { Argument, type Command } from 'commander';
import { buildBashScript } from './bash-script.ts';
import { buildFishScript } from './fish-script.ts';
import { buildDeclaredProgram, buildGrammar } from './grammar.ts';
import { buildZshScript } from './zsh-script.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import type { DeclareCommand, ListedCommand } from '../../invocation/declare-command.ts';

const SCRIPTS = { bash: buildBashScript, zsh: buildZshScript, fish: buildFishScript };

/** `svc completion <shell>`, which completes these commands. */
export const declareCompletion =
  (listed: readonly ListedCommand[]): DeclareCommand =>
  (command, run) => {
    command
      .description(
        'Prints a script that completes the commands, flags and values of svc. It asks svc only for the names of contexts, ' +
          'so print it again after an update.',
      )
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
      .action((shell: keyof typeof SCRIPTS) =>
        run(command, () => showCompletion(command, listed, shell)),
      );
    addExamples(
      command,
      'svc completion bash > ~/.local/share/bash-completion/completions/svc',
      'svc completion zsh > "${fpath[1]}/_svc"',
      'svc completion fish > ~/.config/fish/completions/svc.fish',
      'source <(svc completion bash)',
    );
  };

async function showCompletion(
  command: Command,
  listed: readonly ListedCommand[],
  shell: keyof typeof SCRIPTS,
): Promise<Answer> {
  const script = SCRIPTS[shell](buildGrammar(await loadWholeProgram(command, listed)));
  return { data: { shell, script }, text: () => script.trimEnd().split('\n') };
}

/** svc itself declares only the command that was typed. */
async function loadWholeProgram(
  { parent }: Command,
  listed: readonly ListedCommand[],
): Promise<Command> {
  if (parent === null) throw new Error('the command is not below svc');
  const loaded = await Promise.all(
    listed.map(async ({ name, summary, load }) => ({ name, summary, declare: await load() })),
  );
  return buildDeclaredProgram(
    parent,
    loaded.map(({ name, summary, declare }) => ({
      name,
      summary,
      declare: (inner) => declare(inner, async () => undefined),
    })),
  );
}
