import { escapePattern, joinShellWords } from './shell-words.ts';

/** The facts by which a command finds a test. */
export interface CommandTest {
  file: string;
  /** Empty: the whole file. */
  titles: readonly string[];
  /** Whether the titles of the groups around the test are not known. */
  isEnd: boolean;
  /** Empty: unknown. */
  project: string;
  /** Options of this framework. Empty for a framework without options. */
  options: readonly string[];
}

/** How a framework runs one test. */
export interface FrameworkCommand {
  /** Null where the framework cannot find this test. */
  run(test: CommandTest): string | null;
  /** Options that run it 20 times without retries, up to the first failure. */
  repeat?: readonly string[];
  /** Options that write its snapshots. */
  update?: readonly string[];
  /** Options with which it passes where the file or the test does not exist. */
  passWithout?: readonly string[];
  /** Exit codes that mean that there is no such test. */
  missing?: readonly number[];
}

/** Commands by the framework's name in executions. */
export const FRAMEWORK_COMMANDS: ReadonlyMap<string, FrameworkCommand> = new Map<
  string,
  FrameworkCommand
>([
  [
    'vitest',
    {
      run: ({ file, titles, isEnd, project, options }) =>
        buildNpxCommand(
          'vitest',
          'run',
          file,
          ...buildTitleOption('-t', { titles, isEnd }, '(?: >)? '),
          // Type tests are reported as a project of their own, which Vitest does not know.
          ...(project === '' || project.endsWith('typecheck') ? [] : [`--project=${project}`]),
          ...options,
        ),
      update: ['--update'],
      passWithout: ['--passWithNoTests'],
    },
  ],
  [
    'jest',
    {
      run: ({ file, titles, isEnd, project, options }) =>
        buildNpxCommand(
          'jest',
          ...(project === '' ? [] : ['--selectProjects', project]),
          '--runTestsByPath',
          file,
          ...buildTitleOption('-t', { titles, isEnd }),
          ...options,
        ),
      update: ['--updateSnapshot'],
      passWithout: ['--passWithNoTests'],
    },
  ],
  [
    'playwright',
    {
      run: buildPlaywrightCommand,
      repeat: ['--repeat-each=20', '--retries=0', '-x'],
      update: ['--update-snapshots'],
      passWithout: ['--pass-with-no-tests'],
    },
  ],
  [
    'mocha',
    { run: ({ file, ...test }) => buildNpxCommand('mocha', file, ...buildTitleOption('-g', test)) },
  ],
  // Cypress filters by file alone.
  ['cypress', { run: ({ file }) => buildNpxCommand('cypress', 'run', '--spec', escapeGlob(file)) }],
  [
    'node:test',
    {
      run: ({ file, ...test }) =>
        joinShellWords(
          'node',
          '--test',
          ...buildTitleOption('--test-name-pattern', test),
          escapeGlob(file),
        ),
    },
  ],
  [
    'bun',
    {
      run: ({ file, ...test }) =>
        joinShellWords(
          'bun',
          'test',
          file.startsWith('.') ? file : `./${file}`,
          ...buildTitleOption('-t', test),
        ),
    },
  ],
  [
    'rspec',
    {
      run: ({ file, ...test }) =>
        joinShellWords('bundle', 'exec', 'rspec', file, ...buildTitleOption('-E', test)),
    },
  ],
  [
    'pytest',
    {
      // A method is found by its class alone.
      run: ({ file, titles, isEnd }) =>
        file.endsWith('.py') && !isEnd
          ? joinShellWords(
              'pytest',
              [file, ...titles.filter((title) => title !== '(module)')].join('::'),
            )
          : null,
      missing: [4, 5],
    },
  ],
  // The command names the package instead of the file. `-count` also keeps Go from answering from its cache.
  [
    'go',
    {
      run: ({ file, titles, isEnd, options }) =>
        joinShellWords(
          ...buildGoCommand(file, isEnd ? titles.flatMap((title) => title.split('/')) : titles),
          '-count=1',
          ...options,
        ),
      repeat: ['-count=20', '-failfast'],
    },
  ],
  // The command names the binary instead of the file.
  [
    'nextest',
    {
      run: ({ file, titles, isEnd, options }) =>
        joinShellWords(
          'cargo',
          'nextest',
          'run',
          '-E',
          titles.length === 0
            ? `binary_id(=${file})`
            : `binary_id(=${file}) & test(${isEnd ? `/(^|::)${titles.map(escapePattern).join('::')}$/` : `=${titles.join('::')}`})`,
          ...options,
        ),
      passWithout: ['--no-tests=pass'],
    },
  ],
  ['junit', { run: buildJavaCommand }],
  ['dotnet', { run: buildDotnetCommand }],
]);

/**
 * npx passes `[id]` without quotes to another shell, which reads it as a pattern. With `-c`, it passes the words
 * unchanged.
 */
function buildNpxCommand(...words: readonly string[]): string {
  return words.some((word) => /[[\]{}?]/.test(word) && !/[\s\\'"$&()*;<>`|~#]/.test(word))
    ? joinShellWords('npx', '-c', joinShellWords(...words))
    : joinShellWords('npx', ...words);
}

function escapeGlob(file: string): string {
  return file.replaceAll(/[[*?{]/g, '[$&]');
}

/**
 * Titles joined as the framework does, as a regular expression for this test alone. Where its groups are not known, for
 * each test of the file with this title.
 */
function buildTitleOption(
  option: string,
  { titles, isEnd }: Pick<CommandTest, 'titles' | 'isEnd'>,
  separator = ' ',
): string[] {
  if (titles.length === 0) return [];
  return [option, `${isEnd ? '(?:^| )' : '^'}${titles.map(escapePattern).join(separator)}$`];
}

/**
 * Playwright takes files for regular expressions, and matches `-g` with the project, the file below its test folder,
 * the titles and the tags, joined with spaces. The file's name anchors the titles. Its line is left out, because it is
 * another one in other commits.
 */
function buildPlaywrightCommand({ file, titles, isEnd, project, options }: CommandTest): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const place = /[[\](){}+*?^$|\\]/.test(file) ? escapePattern(file) : file;
  const start = isEnd ? ' ' : `[ /]${escapePattern(name)} `;
  const title = `${start}${escapePattern(titles.join(' '))}(?: @|$)`;
  return buildNpxCommand(
    'playwright',
    'test',
    place,
    ...(titles.length === 0 ? [] : ['-g', title]),
    ...(project === '' ? [] : [`--project=${project}`]),
    ...options,
  );
}

/** Each title of a subtest is a separate regular expression. */
function buildGoCommand(file: string, titles: readonly string[]): string[] {
  const pattern = titles.map((title) => `^${escapePattern(title)}$`).join('/');
  return ['go', 'test', file, ...(titles.length === 0 ? [] : ['-run', pattern])];
}

const JAVA_CLASS = /^(?:[a-z_]\w{0,80}\.){1,20}[A-Z]\w{0,200}$/;
const IDENTIFIER = /^[A-Za-z_]\w{0,200}$/;

/** The command names the class instead of the file. The shell finds the build tool. */
function buildJavaCommand({ file, titles }: CommandTest): string | null {
  if (!JAVA_CLASS.test(file)) return null;
  const { nested, method } = parseMethodNames(titles);
  const className = [file, ...nested].join('$');
  const maven = method === null ? className : `${className}#${method}`;
  const gradle = method === null ? className : `${className}.${method}`;
  const options = [`-Dtest=${maven}`, '-Dsurefire.failIfNoSpecifiedTests=false'];
  return `if test -f pom.xml; then ${joinShellWords('mvn', 'test', ...options)}; else ${joinShellWords('./gradlew', 'cleanTest', 'test', '--tests', gradle)}; fi`;
}

/** The command names the class instead of the file. A test with arguments runs with all of them. */
function buildDotnetCommand({ file, titles }: CommandTest): string | null {
  if (!/^[A-Za-z_][\w.]{0,300}$/.test(file)) return null;
  const { nested, method } = parseMethodNames(titles);
  const className = [file, ...nested].join('+');
  const hasArguments = titles.at(-1)?.includes('(') === true;
  const filter =
    method === null
      ? `FullyQualifiedName~${className}.`
      : `FullyQualifiedName${hasArguments ? '~' : '='}${className}.${method}${hasArguments ? '(' : ''}`;
  return joinShellWords('dotnet', 'test', '--filter', filter);
}

/** The classes around a method, and the method without its arguments; null for a title that is not a name. */
function parseMethodNames(titles: readonly string[]): {
  nested: readonly string[];
  method: string | null;
} {
  const nested = titles.slice(0, -1);
  const method = titles.at(-1)?.replace(/[([{].*$/s, '') ?? '';
  const areNames = [...nested, method].every((name) => IDENTIFIER.test(name));
  return areNames ? { nested, method } : { nested: [], method: null };
}
