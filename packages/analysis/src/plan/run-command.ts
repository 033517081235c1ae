import { FRAMEWORK_COMMANDS } from './framework-commands.ts';
import { hasControls, quoteWord, joinShellWords } from './shell-words.ts';

/** A test, as the frameworks find it again. */
export interface FoundTest {
  framework: string;
  file: string;
  /** Empty: the whole file. */
  titlePath: readonly string[];
  /** Whether the titles of the groups around the test are not known. */
  isEnd?: boolean | undefined;
  /** The project of Vitest, Jest or Playwright that ran it. */
  variant?: string | null | undefined;
}

/** The purpose of a command that runs a test. `bisecting`: it passes where the test does not exist yet. */
export type RunPurpose = 'once' | 'repeatedly' | 'updating snapshots' | 'bisecting';

/** How often a command runs a test that must not fail once. */
const TIMES = 20;

/**
 * The command that runs this one test; null for a framework that svc knows no command for, and for snapshots where the
 * framework has none. Runs in the repository's root. Everything that comes from an upload is one word of a POSIX shell,
 * and a regular expression that matches the title alone. A title with control characters is left out.
 */
export function buildRunCommand(
  { framework, file, titlePath, isEnd = false, variant }: FoundTest,
  purpose: RunPurpose = 'once',
): string | null {
  const command = FRAMEWORK_COMMANDS.get(framework);
  if (command === undefined || file === '' || file === 'unknown' || hasControls(file)) return null;
  const titles = titlePath.some(hasControls) ? [] : titlePath;
  // It would write the snapshots of other tests.
  if (purpose === 'updating snapshots' && titles.length === 0) return null;
  const options = {
    once: [],
    repeatedly: command.repeat,
    'updating snapshots': command.update,
    bisecting: command.passWithout,
  }[purpose];
  const run = command.run({
    // A file that begins with a dash would be read as an option.
    file: file.startsWith('-') ? `./${file}` : file,
    titles,
    isEnd: isEnd && titles.length > 0,
    project: variant == null || hasControls(variant) ? '' : variant,
    options: options ?? [],
  });
  if (run === null || options !== undefined) return run;
  // The framework has no option for it.
  if (purpose === 'updating snapshots') return null;
  if (purpose === 'repeatedly') return `(for run in $(seq ${TIMES}); do ${run} || exit 1; done)`;
  return buildSkippingCommand(file, run, command.missing);
}

/** `git bisect run` skips a commit for the exit code 125. */
function buildSkippingCommand(
  file: string,
  command: string,
  missing: readonly number[] = [],
): string {
  const isFile = file.includes('/') && /\.\w{1,5}$/.test(file);
  const before = isFile ? `test -f ${quoteWord(file)} || exit 125; ` : '';
  const after =
    missing.length === 0 ? '' : `; case $? in ${missing.join('|')}) exit 125;; *) exit $?;; esac`;
  return joinShellWords('sh', '-c', `${before}${command}${after}`);
}
