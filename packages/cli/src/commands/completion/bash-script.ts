import {
  CONTEXT_NAMES,
  type CompletedCommand,
  type CompletedFlag,
  type CompletedValue,
} from './grammar.ts';

/** The completion for bash 3.2 and later, in one file. */
export function buildBashScript(commands: readonly CompletedCommand[]): string {
  return `# Completion of svc for bash. Made by: svc completion bash
_svc_grammar() {
  commands= flags= values= words= files=
  case $1 in
${commands.map(buildGrammarCase).join('\n')}
  esac
}

_svc_choices() {
  case "$1 $2" in
${commands.flatMap((command) => buildChoiceCases(command, 'echo')).join('\n')}
  esac
}

${PROGRAM}`;
}

const PROGRAM = `_svc_reply() {
  local reply
  # Read line by line: in COMPREPLY=($(…)) a '*' becomes the names of files.
  while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen "$@")
}

_svc_files() {
  compopt -o filenames 2>/dev/null
  _svc_reply -f -- "$1"
}

# The command line of svc run: completed as it would be without svc, if bash-completion is there.
_svc_after_dashes() {
  if declare -F _command_offset >/dev/null; then _command_offset "$1"; else _svc_files "$2"; fi
}

_svc() {
  local current=\${COMP_WORDS[COMP_CWORD]} typed= flag= before= word commands flags values words files
  local -i i
  COMPREPLY=()
  _svc_grammar ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      _svc_after_dashes $((i + 1)) "$current"
      return
    elif [[ $word == = ]]; then
      : # bash splits --flag=value into three words
    elif [[ -n $flag ]]; then
      flag=
    elif [[ -n $word && " $values " == *" $word "* ]]; then
      flag=$word
    elif [[ -n $word && " $commands " == *" $word "* ]]; then
      typed=\${typed:+$typed }$word
      _svc_grammar "$typed"
    fi
  done
  if [[ $current == = ]]; then current=; fi
  if [[ -n $flag ]]; then
    if [[ " $files " == *" $flag "* ]]; then
      _svc_files "$current"
    else
      # Of a list such as flaky,broken the last value is completed.
      if [[ $current == *,* ]]; then before=\${current%,*},; fi
      _svc_reply -P "$before" -W "$(_svc_choices "$typed" "$flag")" -- "\${current##*,}"
    fi
  elif [[ $current == -* ]]; then
    _svc_reply -W "$flags" -- "$current"
  elif [[ " $files " == *" argument "* ]]; then
    _svc_files "$current"
  else
    _svc_reply -W "$commands $words" -- "$current"
  fi
}

complete -F _svc svc
`;

function buildGrammarCase({ path, commands, flags, argument }: CompletedCommand): string {
  const withValue = flags.filter(({ value }) => value !== undefined);
  const variables: [name: string, words: readonly string[]][] = [
    ['commands', commands.map(({ name }) => name)],
    ['flags', flags.flatMap(({ names }) => names)],
    ['values', withValue.flatMap(({ names }) => names)],
    ['words', argument.kind === 'words' ? argument.words : []],
    ['files', collectFileNames(argument, flags)],
  ];
  const set = variables
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `      ${name}=${quoteForShell(words.join(' '))}`);
  const asked = argument.kind === 'contexts' ? [`      words=$(${CONTEXT_NAMES})`] : [];
  return [`    ${quoteForShell(path)})`, ...set, ...asked, '      ;;'].join('\n');
}

/** Prints the values of each flag, with this command of the shell. */
export function buildChoiceCases({ path, flags }: CompletedCommand, print: string): string[] {
  return flags.flatMap(({ names, value }) => {
    const patterns = names.map((name) => quoteForShell(`${path} ${name}`)).join(' | ');
    if (value?.kind === 'contexts') return [`    ${patterns}) ${CONTEXT_NAMES} ;;`];
    if (value?.kind !== 'words' || value.words.length === 0) return [];
    return [`    ${patterns}) ${print} ${quoteForShell(value.words.join(' '))} ;;`];
  });
}

/** What takes names of files: `argument` for the command's own, and flags. */
export function collectFileNames(
  argument: CompletedValue,
  flags: readonly CompletedFlag[],
): string[] {
  const taking = flags.filter(({ value }) => value?.kind === 'files');
  return [
    ...(argument.kind === 'files' ? ['argument'] : []),
    ...taking.flatMap(({ names }) => names),
  ];
}

/** For any POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The names of the flags that have a value, in all commands. */
export function collectValueFlags(commands: readonly CompletedCommand[]): string[] {
  const names = commands
    .flatMap(({ flags }) => flags.filter(hasValue))
    .flatMap((flag) => flag.names);
  return [...new Set(names)].toSorted();
}

function hasValue({ value }: CompletedFlag): boolean {
  return value !== undefined;
}
