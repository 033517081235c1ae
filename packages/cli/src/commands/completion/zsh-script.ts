import { buildChoiceCases, collectFileNames, quoteForShell } from './bash-script.ts';
import { CONTEXT_NAMES, type CompletedCommand, type CompletedFlag } from './grammar.ts';

/** The completion for zsh: to be sourced, or saved as `_svc` in a folder of `$fpath`. */
export function buildZshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef svc
# Completion of svc for zsh. Made by: svc completion zsh
_svc_grammar() {
  commands=() flags=() values=() words_=() files=()
  case $1 in
${commands.map(buildGrammarCase).join('\n')}
  esac
}

_svc_choices() {
  case "$1 $2" in
${commands.flatMap((command) => buildChoiceCases(command, 'print -r --')).join('\n')}
  esac
}

${PROGRAM}`;
}

const PROGRAM = `_svc() {
  local -a commands flags values words_ files choices
  local typed= flag= word
  local -i i
  _svc_grammar ''
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ $word == -- ]]; then
      # The command line of svc run: completed as it would be without svc.
      shift $i words
      (( CURRENT -= i ))
      _normal
      return
    elif [[ -n $flag ]]; then
      flag=
    elif (( $values[(Ie)$word] )); then
      flag=$word
    elif (( $commands[(I)\${(b)word}:*] )); then
      typed="\${typed:+$typed }$word"
      _svc_grammar "$typed"
    fi
  done
  if [[ -z $flag ]] && (( $values[(Ie)\${words[CURRENT]%%=*}] )) && compset -P '*='; then
    flag=\${IPREFIX%=}
  fi
  if [[ -n $flag ]]; then
    if (( $files[(Ie)$flag] )); then
      _files
    else
      # Of a list such as flaky,broken the last value is completed.
      compset -P '*,'
      choices=(\${=$(_svc_choices "$typed" "$flag")})
      compadd -a choices
    fi
  elif [[ $words[CURRENT] == -* ]]; then
    _describe -o flag flags
  elif (( $files[(Ie)argument] )); then
    _files
  else
    (( $#commands )) && _describe command commands
    compadd -a words_
  fi
}

if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _svc "$@"
else
  compdef _svc svc
fi
`;

function buildGrammarCase({ path, commands, flags, argument }: CompletedCommand): string {
  const withValue = flags.filter(({ value }) => value !== undefined);
  const lists: [name: string, words: readonly string[]][] = [
    ['commands', commands.map(({ name, summary }) => formatDescription(name, summary))],
    ['flags', flags.flatMap(describeFlag)],
    ['values', withValue.flatMap(({ names }) => names)],
    ['words_', argument.kind === 'words' ? argument.words : []],
    ['files', collectFileNames(argument, flags)],
  ];
  const set = lists
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `      ${name}=(${words.map(quoteForShell).join(' ')})`);
  const asked = argument.kind === 'contexts' ? [`      words_=(\${=$(${CONTEXT_NAMES})})`] : [];
  return [`    ${quoteForShell(path)})`, ...set, ...asked, '      ;;'].join('\n');
}

function describeFlag({ names, description }: CompletedFlag): string[] {
  return names.map((name) => formatDescription(name, description));
}

/** `name:description`, as _describe takes it. */
function formatDescription(name: string, description: string): string {
  return `${name.replaceAll(':', String.raw`\:`)}:${description}`;
}
