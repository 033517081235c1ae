import { stripStamp } from './log-lines.ts';
import type { LogStep } from './log-steps.ts';

/** Whether all that a step runs is set-up: it installs, checks out or restores something. */
export function isSetUpStep({ name, from, to }: LogStep, lines: readonly string[]): boolean {
  const commands = [name, ...extractScript(lines, from, to)]
    .flatMap((line) => line.split(/&&|;/))
    .map((command) => command.trim())
    .filter((command) => !HARMLESS.test(command));
  return (
    commands.length > 0 &&
    commands.every((command) => SET_UP.some((pattern) => pattern.test(command)))
  );
}

// GitHub prints the script of a step in this colour before it runs.
const SCRIPT_COLOUR = '\u001b[36;1m';
const MOST_SCRIPT = 100;

function extractScript(lines: readonly string[], from: number, to: number): string[] {
  return lines
    .slice(from, Math.min(to, from + MOST_SCRIPT))
    .filter((line) => line.includes(SCRIPT_COLOUR))
    .map(stripStamp);
}

const HARMLESS = /^(?:$|#|(?:set|cd|echo|export|mkdir|if|then|else|fi|env)\b)/;

// The first words of a command, or a name such as `Set up job`, `Install dependencies`, `restore_cache`.
const SET_UP: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun)(?: -[\w-]{1,40}(?:=\S{1,80})?){0,4} (?:ci|i|install|add)\b/,
  /^(?:corepack\b|yarn(?: -[\w-]{1,40}){0,6}$)/,
  /^(?:npx|pnpm exec|pnpm dlx|yarn) (?:-y )?(?:playwright|cypress|puppeteer)\S{0,20} install/,
  /^(?:sudo )?(?:apt|apt-get|apk|brew|dnf|yum|choco)\b/,
  /^(?:python3? -m )?pip3? (?:install|download)\b/,
  /^(?:poetry|bundle|composer|pdm|pipenv|conda) install\b|^uv (?:sync|pip install)\b/,
  /^(?:go mod download|cargo fetch|dotnet restore|git (?:clone|fetch|checkout|submodule))\b/,
  // Excludes `compose up`, because it starts the product, too.
  /^docker (?:pull|login)\b/,
  /^[\w.-]{1,80}\/(?:checkout|cache|cache\/restore|download-artifact|[\w-]{0,20}(?:set-?up|install|login)[\w-]{0,40})@/,
  /^(?:set[ -]?up|check ?out|log ?in|install|installing|download|restore|cache|initiali[sz]e)(?: |$)/i,
  /^pull (?!request)/i,
  /^(?:prepare|restore|download|get|pull)_[a-z_]{2,40}$/,
];
