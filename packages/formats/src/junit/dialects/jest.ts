import { isScriptPath, type JunitCase, type JunitDialect } from '../junit-dialect.ts';

/**
 * jest-junit. Its templates decide what is left of a test's identity: with `addFileAttribute` or
 * `{filepath}` as class name the file is there, with ` › ` as `ancestorSeparator` and between class
 * name and title the whole title path. As it comes it tells no file and joins titles by spaces, of
 * which only the outermost suite can be told apart; it tells no todo, no retry and no project.
 */
export const jest: JunitDialect = {
  framework: 'jest',
  separator: ' › ',
  isSpoken: ({ suites }) => suites[0]?.name === 'jest tests',
  place: (testcase) => ({ file: fileOf(testcase), titlePath: titlePath(testcase) }),
  isFile: () => true,
  faultOf: ({ classname }) => (classname === 'Test suite failed to run' ? 'file' : undefined),
};

function fileOf({ element, classname, suite }: JunitCase): string {
  const { file } = element.attributes;
  return file ?? [classname, suite.name].find(isScriptPath) ?? suite.name;
}

function titlePath({ name, classname, suite }: JunitCase): string[] {
  if (name.includes('›'))
    return name
      .split('›')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const isTemplate = classname.trim() === name.trim() || isScriptPath(classname);
  return isTemplate
    ? withSuite(name.trim(), suite.name)
    : [...withSuite(classname.trim(), suite.name), name.trim()].filter((part) => part !== '');
}

function withSuite(joined: string, suite: string): string[] {
  if (joined === suite || !joined.startsWith(`${suite} `)) return [joined];
  return [suite, joined.slice(suite.length + 1)];
}
