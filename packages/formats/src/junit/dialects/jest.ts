import type { TestError } from '@svc/contract/test-errors';
import { recordOf, textOf } from '../../json/json-fields.ts';
import { suiteFailure } from '../../suite-failure.ts';
import { textError } from '../../text-error.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
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
  faultOf,
  fileErrorOf,
};

/** A failing hook at the end of a file comes as a test too; of files that could not run the error comes twice. */
function faultOf({ classname, name, suite }: JunitCase): 'file' | 'told' | undefined {
  if (classname === 'Test suite failed to run') return suite.faults.length > 0 ? 'told' : 'file';
  return name.endsWith(HOOK_FAILURE) ? 'file' : undefined;
}

const HOOK_FAILURE = "Test execution failure: could be caused by test hooks like 'afterAll'.";

/** That of a file that could not run is what Jest prints, that of a hook is JSON. */
function fileErrorOf({ text }: XmlElement): TestError {
  const { stack, message } = recordOf(jsonIn(text));
  const told = textOf(stack) ?? textOf(message);
  return told === undefined ? suiteFailure(text) : textError({ text: told });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

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
