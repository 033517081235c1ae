import { collectValueFlags } from './bash-script.ts';
import {
  CONTEXT_NAMES,
  type CompletedCommand,
  type CompletedFlag,
  type CompletedValue,
} from './grammar.ts';

/** The completion for fish: to be sourced, or saved as `svc.fish` in its folder of completions. */
export function buildFishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== '');
  return `# Completion of svc for fish. Made by: svc completion fish
function __svc_command
    set -l typed
    set -l is_value 0
    for word in (commandline -opc)[2..]
        if test $is_value = 1
            set is_value 0
        else if contains -- $word ${collectValueFlags(commands).join(' ')}
            set is_value 1
        else if contains -- (string join ' ' -- $typed $word) ${paths.map(quoteForFish).join(' ')}
            set -a typed $word
        end
    end
    string join ' ' -- $typed
end

function __svc_at
    test "$(__svc_command)" = "$argv[1]"
end

complete -c svc -f
# The command line of svc run.
complete -c svc -n 'contains -- -- (commandline -opc)' -F
${commands.flatMap(buildCommandLines).join('\n')}
`;
}

function buildCommandLines({ path, commands, flags, argument }: CompletedCommand): string[] {
  const at = `complete -c svc -n ${quoteForFish(`__svc_at ${quoteForFish(path)}`)}`;
  const words = formatArgumentWords(argument);
  return [
    ...commands.map(
      ({ name, summary }) => `${at} -a ${quoteForFish(name)} -d ${quoteForFish(summary)}`,
    ),
    ...(words === '' ? [] : [`${at} -a ${quoteForFish(words)}`]),
    ...(argument.kind === 'files' ? [`${at} -F`] : []),
    ...flags.map((flag) => `${at} ${formatFlagWords(flag)}`),
  ];
}

function formatFlagWords({ names, description, value }: CompletedFlag): string {
  const words = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const known = value === undefined ? '' : formatArgumentWords(value);
  const choices = known === '' ? '' : ` -a ${quoteForFish(known)}`;
  // A value follows: with -r and -F also files, with -x only those of -a.
  const taken = value === undefined ? '' : value.kind === 'files' ? ' -r -F' : ` -x${choices}`;
  return `${words.join(' ')}${taken} -d ${quoteForFish(description)}`;
}

/** What may be typed, in the form of `-a`. */
function formatArgumentWords(value: CompletedValue): string {
  if (value.kind === 'contexts') return `(${CONTEXT_NAMES})`;
  return value.kind === 'words' ? value.words.join(' ') : '';
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
