import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { buildRunCommand, type FoundTest } from './run-command.ts';

const test = { framework: 'vitest', file: 'src/cart.test.ts', titlePath: ['cart', 'adds up (2)'] };

describe('runCommand', () => {
  it.each<[Partial<FoundTest>, string]>([
    [{}, String.raw`npx vitest run src/cart.test.ts -t '^cart(?: >)? adds up \(2\)$'`],
    [
      { titlePath: ['adds'], variant: 'unit' },
      "npx vitest run src/cart.test.ts -t '^adds$' --project=unit",
    ],
    [
      { titlePath: ['adds'], variant: 'unit typecheck' },
      "npx vitest run src/cart.test.ts -t '^adds$'",
    ],
    [
      { framework: 'jest', titlePath: ['adds'], variant: 'api' },
      "npx jest --selectProjects api --runTestsByPath src/cart.test.ts -t '^adds$'",
    ],
    [
      { framework: 'playwright', titlePath: ['cart', 'pays'], variant: 'Mobile Safari' },
      String.raw`npx playwright test src/cart.test.ts -g '[ /]cart\.test\.ts cart pays(?: @|$)' '--project=Mobile Safari'`,
    ],
    [
      { framework: 'playwright', file: 'e2e/[id]/a.spec.ts', titlePath: [] },
      String.raw`npx playwright test 'e2e/\[id\]/a\.spec\.ts'`,
    ],
    [
      { framework: 'jest', file: '[id]/a.js', titlePath: [] },
      String.raw`npx -c 'jest --runTestsByPath '\''[id]/a.js'\'''`,
    ],
    [{ framework: 'cypress' }, 'npx cypress run --spec src/cart.test.ts'],
    [{ framework: 'mocha', titlePath: ['adds'] }, "npx mocha src/cart.test.ts -g '^adds$'"],
    [
      { framework: 'node:test', file: '[id]/a.js', titlePath: ['adds'] },
      "node --test --test-name-pattern '^adds$' '[[]id]/a.js'",
    ],
    [{ framework: 'bun', titlePath: ['adds'] }, "bun test ./src/cart.test.ts -t '^adds$'"],
    [
      { framework: 'rspec', file: 'spec/cart_spec.rb', titlePath: ['Cart', 'adds'] },
      "bundle exec rspec spec/cart_spec.rb -E '^Cart adds$'",
    ],
    [
      {
        framework: 'pytest',
        file: 'tests/test_cart.py',
        titlePath: ['TestCart', 'test_adds[a b]'],
      },
      "pytest 'tests/test_cart.py::TestCart::test_adds[a b]'",
    ],
    [
      { framework: 'pytest', file: 'tests/test_cart.py', titlePath: ['(module)'] },
      'pytest tests/test_cart.py',
    ],
    [
      { framework: 'go', file: 'example.com/shop/cart', titlePath: ['TestAdds', 'a+b'] },
      String.raw`go test example.com/shop/cart -run '^TestAdds$/^a\+b$' -count=1`,
    ],
    [
      { framework: 'nextest', file: 'shop::cart', titlePath: ['sums', 'adds'] },
      "cargo nextest run -E 'binary_id(=shop::cart) & test(=sums::adds)'",
    ],
    [
      { framework: 'junit', file: 'com.example.CartTest', titlePath: ['Sums', 'adds(int)[1]'] },
      "if test -f pom.xml; then mvn test '-Dtest=com.example.CartTest$Sums#adds' -Dsurefire.failIfNoSpecifiedTests=false; else ./gradlew cleanTest test --tests 'com.example.CartTest$Sums.adds'; fi",
    ],
    [
      { framework: 'dotnet', file: 'Shop.CartTests', titlePath: ['Adds'] },
      'dotnet test --filter FullyQualifiedName=Shop.CartTests.Adds',
    ],
  ])('runs one test: %j', (rest, command) => {
    expect(buildRunCommand({ ...test, ...rest })).toBe(command);
  });

  it.each<[Partial<FoundTest>, string | null]>([
    [{}, "npx vitest run src/cart.test.ts -t '(?:^| )adds$'"],
    [{ framework: 'jest' }, "npx jest --runTestsByPath src/cart.test.ts -t '(?:^| )adds$'"],
    [{ framework: 'playwright' }, "npx playwright test src/cart.test.ts -g ' adds(?: @|$)'"],
    [{ framework: 'pytest', file: 'tests/test_cart.py' }, null],
    [
      { framework: 'go', file: 'example.com/cart', titlePath: ['TestAdds/two'] },
      "go test example.com/cart -run '^TestAdds$/^two$' -count=1",
    ],
  ])('finds a test whose groups are not known by the end of its title: %j', (rest, command) => {
    expect(buildRunCommand({ ...test, titlePath: ['adds'], isEnd: true, ...rest })).toBe(command);
  });

  it('gives options to the framework, also where npx gets the command as one word', () => {
    const found = { framework: 'jest', file: '[id]/a.js', titlePath: ['adds'] };
    expect(buildRunCommand(found, 'updating snapshots')).toBe(
      String.raw`npx -c 'jest --runTestsByPath '\''[id]/a.js'\'' -t '\''^adds$'\'' --updateSnapshot'`,
    );
    expect(buildRunCommand(found, 'bisecting')).toBe(
      String.raw`npx -c 'jest --runTestsByPath '\''[id]/a.js'\'' -t '\''^adds$'\'' --passWithNoTests'`,
    );
  });

  it('writes no snapshots of a whole file', () => {
    const titlePath = ['\u{1F468}\u200D\u{1F469} pays'];
    expect(buildRunCommand({ ...test, titlePath }, 'updating snapshots')).toBeNull();
    expect(buildRunCommand({ ...test, titlePath: [] }, 'updating snapshots')).toBeNull();
  });

  it('gives a shell nothing to run', () => {
    const file = "$(id)'; id; `id` && id.ts";
    const title = '"; id # \'$(id) `id` \\';
    const variant = '`id` $(id)';
    const command = buildRunCommand({ framework: 'jest', file, titlePath: [title], variant }) ?? '';
    const echoed = execFileSync('sh', ['-c', command.replace('npx jest', "printf '%s\\n'")], {
      encoding: 'utf8',
    });
    expect(echoed.split('\n')).toEqual([
      '--selectProjects',
      variant,
      '--runTestsByPath',
      file,
      '-t',
      String.raw`^"; id # '\$\(id\) ` + '`id` \\\\$',
      '',
    ]);
  });

  it('leaves out a title or project with control characters or marks that turn the text', () => {
    for (const titlePath of [['a\nrm -rf /'], ['\u202egnp'], ['zero\u200bwidth'], ['\u001b[31m']]) {
      expect(buildRunCommand({ ...test, titlePath, variant: 'a\nb' })).toBe(
        'npx vitest run src/cart.test.ts',
      );
    }
    expect(buildRunCommand({ ...test, file: 'a\nb.ts' })).toBeNull();
  });

  it('runs it often by an option, or in a loop that fails where a run fails', () => {
    expect(buildRunCommand({ ...test, framework: 'playwright', titlePath: [] }, 'repeatedly')).toBe(
      'npx playwright test src/cart.test.ts --repeat-each=20 --retries=0 -x',
    );
    const loop = buildRunCommand({ ...test, titlePath: [] }, 'repeatedly') ?? '';
    expect(loop).toBe('(for run in $(seq 20); do npx vitest run src/cart.test.ts || exit 1; done)');
    const ended = (command: string) =>
      execFileSync(
        'sh',
        ['-c', `${loop.replace('npx vitest run src/cart.test.ts', command)}; echo $?`],
        {
          encoding: 'utf8',
        },
      );
    expect(ended('false')).toBe('1\n');
    expect(ended('printf .')).toBe(`${'.'.repeat(20)}0\n`);
  });

  it('writes its snapshots where the framework has an option', () => {
    const update = 'updating snapshots';
    expect(buildRunCommand({ ...test, framework: 'jest', titlePath: ['a'] }, update)).toBe(
      "npx jest --runTestsByPath src/cart.test.ts -t '^a$' --updateSnapshot",
    );
    expect(buildRunCommand({ ...test, framework: 'mocha' }, update)).toBeNull();
  });

  it('passes or skips a commit without the test while bisecting', () => {
    expect(buildRunCommand({ ...test, titlePath: [] }, 'bisecting')).toBe(
      'npx vitest run src/cart.test.ts --passWithNoTests',
    );
    const command = buildRunCommand(
      { framework: 'pytest', file: 'tests/test_cart.py', titlePath: [] },
      'bisecting',
    );
    expect(command).toBe(
      "sh -c 'test -f tests/test_cart.py || exit 125; pytest tests/test_cart.py; case $? in 4|5) exit 125;; *) exit $?;; esac'",
    );
    const ended = (code: number) =>
      execFileSync(
        'sh',
        [
          '-c',
          `${(command ?? '').replace('test -f tests/test_cart.py', 'true').replace('pytest tests/test_cart.py', `sh -c "exit ${code}"`)}; echo $?`,
        ],
        { encoding: 'utf8' },
      );
    expect([0, 1, 4, 5].map(ended)).toEqual(['0\n', '1\n', '125\n', '125\n']);
  });

  it('takes no file for an option, and knows no command for other frameworks', () => {
    expect(buildRunCommand({ ...test, file: '--config=x', titlePath: [] })).toBe(
      'npx vitest run ./--config=x',
    );
    expect(buildRunCommand({ ...test, framework: 'junit' })).toBeNull();
    expect(buildRunCommand({ ...test, framework: 'pytest' })).toBeNull();
    expect(buildRunCommand({ ...test, framework: 'constructor' })).toBeNull();
    expect(buildRunCommand({ ...test, file: 'unknown' })).toBeNull();
  });
});
