import { Argument, type Command } from 'commander';
import { bashScript } from './bash-script.ts';
import { fishScript } from './fish-script.ts';
import { declaredProgram, grammarOf } from './grammar.ts';
import { zshScript } from './zsh-script.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import type { DeclareCommand, ListedCommand } from '../../context/declare-command.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

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
        run(command, () => completion(command, listed, shell)),
      );
    addExamples(
      command,
      'svc completion bash > ~/.local/share/bash-completion/completions/svc',
      'svc completion zsh > "${fpath[1]}/_svc"',
      'svc completion fish > ~/.config/fish/completions/svc.fish',
      'source <(svc completion bash)',
    );
  };

async function completion(
  command: Command,
  listed: readonly ListedCommand[],
  shell: keyof typeof SCRIPTS,
): Promise<Answer> {
  const script = SCRIPTS[shell](grammarOf(await wholeProgram(command, listed)));
  return { data: { shell, script }, text: () => script.trimEnd().split('\n') };
}

/** svc itself declares only the command that was typed. */
async function wholeProgram(
  { parent }: Command,
  listed: readonly ListedCommand[],
): Promise<Command> {
  if (parent === null) throw new Error('the command is not below svc');
  const loaded = await Promise.all(
    listed.map(async ({ name, summary, load }) => ({ name, summary, declare: await load() })),
  );
  return declaredProgram(
    parent,
    loaded.map(({ name, summary, declare }) => ({
      name,
      summary,
      declare: (inner) => declare(inner, async () => undefined),
    })),
  );
}
