/** A test, as the frameworks find it again. */
export interface FoundTest {
  framework: string;
  file: string;
  titlePath: readonly string[];
}

/** What a command does with the test besides running it. */
export type RunPurpose = 'once' | 'repeatedly' | 'updating snapshots';

/**
 * The command that runs this one test; null for a framework that svc knows no command for, and for a purpose that the
 * framework has no option for. Title and file come from an upload, so that both are quoted for a POSIX shell, and the
 * title is escaped as the regular expression that the frameworks take it for.
 */
export function runCommand(
  { framework, file, titlePath }: FoundTest,
  purpose: RunPurpose = 'once',
): string | null {
  const command = COMMANDS.get(framework);
  const options = command?.options[purpose];
  if (command === undefined || options === undefined || hasControls(file) || file === '')
    return null;
  // A file that begins with a dash would be read as an option.
  const place = quoted(file.startsWith('-') ? `./${file}` : file);
  const title = titlePath.join(' ');
  const filter =
    title === '' || hasControls(title) || command.titleOption === null
      ? ''
      : ` ${command.titleOption} ${quoted(escaped(title))}`;
  return `${command.run} ${place}${filter}${options}`;
}

interface Command {
  run: string;
  /** Null: the framework filters by file alone. */
  titleOption: string | null;
  options: Partial<Record<RunPurpose, string>>;
}

const COMMANDS = new Map<string, Command>([
  [
    'vitest',
    {
      run: 'npx vitest run',
      titleOption: '-t',
      options: { once: '', 'updating snapshots': ' --update' },
    },
  ],
  [
    'jest',
    {
      run: 'npx jest',
      titleOption: '-t',
      options: { once: '', 'updating snapshots': ' --updateSnapshot' },
    },
  ],
  [
    'playwright',
    {
      run: 'npx playwright test',
      titleOption: '-g',
      options: {
        once: '',
        repeatedly: ' --repeat-each=20 --retries=0',
        'updating snapshots': ' --update-snapshots',
      },
    },
  ],
  ['mocha', { run: 'npx mocha', titleOption: '-g', options: { once: '' } }],
  ['cypress', { run: 'npx cypress run --spec', titleOption: null, options: { once: '' } }],
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
