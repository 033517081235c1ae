/** A test, as the frameworks find it again. */
export interface FoundTest {
  framework: string;
  file: string;
  titlePath: readonly string[];
}

/** What a command does with the test besides running it. */
export type RunPurpose = 'once' | 'repeatedly' | 'updating snapshots';

/** How often a command runs a test that must not fail once. */
const TIMES = 20;

/**
 * The command that runs this one test; null for a framework that svc knows no command for, and for snapshots where the
 * framework has none. Title and file come from an upload, so that both are quoted for a POSIX shell, and the title is
 * escaped as the regular expression that the frameworks take it for.
 */
export function runCommand(
  { framework, file, titlePath }: FoundTest,
  purpose: RunPurpose = 'once',
): string | null {
  const command = COMMANDS.get(framework);
  if (command === undefined || hasControls(file) || file === '') return null;
  // A file that begins with a dash would be read as an option.
  const place = quoted(file.startsWith('-') ? `./${file}` : file);
  const title = titlePath.join(' ');
  const filter =
    title === '' || hasControls(title) || command.titleOption === null
      ? ''
      : ` ${command.titleOption} ${quoted(escaped(title))}`;
  const once = `${command.run} ${place}${filter}`;
  if (purpose === 'once') return once;
  const options = purpose === 'repeatedly' ? command.repeat : command.update;
  if (options !== undefined) return `${once} ${options}`;
  return purpose === 'repeatedly' ? `for run in $(seq ${TIMES}); do ${once} || break; done` : null;
}

interface Command {
  run: string;
  /** Null: the framework filters by file alone. */
  titleOption: string | null;
  /** Options that run it often, without retries; a loop of the shell where there are none. */
  repeat?: string;
  /** Options that write its snapshots. */
  update?: string;
}

const COMMANDS = new Map<string, Command>([
  ['vitest', { run: 'npx vitest run', titleOption: '-t', update: '--update' }],
  ['jest', { run: 'npx jest', titleOption: '-t', update: '--updateSnapshot' }],
  [
    'playwright',
    {
      run: 'npx playwright test',
      titleOption: '-g',
      repeat: `--repeat-each=${TIMES} --retries=0`,
      update: '--update-snapshots',
    },
  ],
  ['mocha', { run: 'npx mocha', titleOption: '-g' }],
  ['cypress', { run: 'npx cypress run --spec', titleOption: null }],
]);

/** Control characters, also those that turn the direction of text: what is pasted must be what is read. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
