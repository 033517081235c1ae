import { Argument, type Command } from 'commander';
import { bashScript } from '../../completion/bash-script.ts';
import { fishScript } from '../../completion/fish-script.ts';
import { declaredProgram, grammarOf } from '../../completion/grammar.ts';
import { zshScript } from '../../completion/zsh-script.ts';
import type { CommonFlags } from '../../context/command-context.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../output/answer.ts';
import { COMMANDS } from '../command-list.ts';
import type { DeclareCommand } from '../declare-command.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `svc completion <shell>`. */
export const declareCompletion: DeclareCommand = (command, run) => {
  command
    .description(
      'Prints a script that completes the commands, flags and values of svc. It asks svc only for the names of contexts, ' +
        'so print it again after an update.',
    )
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) =>
      run(command.optsWithGlobals<CommonFlags>(), () => completion(command, shell)),
    );
  addExamples(
    command,
    'svc completion bash > ~/.local/share/bash-completion/completions/svc',
    'svc completion zsh > "${fpath[1]}/_svc"',
    'svc completion fish > ~/.config/fish/completions/svc.fish',
    'source <(svc completion bash)',
  );
};

async function completion(command: Command, shell: keyof typeof SCRIPTS): Promise<Answer> {
  const script = SCRIPTS[shell](grammarOf(await wholeProgram(command)));
  return { data: { shell, script }, text: () => script.trimEnd().split('\n') };
}

/** svc itself declares only the command that was typed. */
async function wholeProgram({ parent }: Command): Promise<Command> {
  if (parent === null) throw new Error('the command is not below svc');
  const loaded = await Promise.all(
    COMMANDS.map(async ({ name, summary, load }) => ({ name, summary, declare: await load() })),
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
