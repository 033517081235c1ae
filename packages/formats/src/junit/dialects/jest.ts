import type { TestError } from '@svc/contract/executions/test-errors';
import { toRecord, toText } from '../../json/json-fields.ts';
import { parseSuiteFailure } from '../../text/printed-error.ts';
import { buildTextError } from '../../text/text-error.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { isScriptPath, type JunitCase, type JunitDialect } from '../junit-dialect.ts';

/**
 * jest-junit. Its templates decide how much of a test's identity is left. With `addFileAttribute` or `{filepath}` as
 * class name, the file is known. With ` › ` as `ancestorSeparator` and between class name and title, the complete
 * title path is known. By default it has no file and joins titles with spaces, so that only the outermost suite can
 * be separated. It reports no todo, no retry and no project.
 */
export const jest: JunitDialect = {
  framework: 'jest',
  separator: ' › ',
  isSpoken: ({ suites }) => suites[0]?.name === 'jest tests',
  place: (testcase) => ({ file: chooseFile(testcase), titlePath: titlePath(testcase) }),
  isFile: () => true,
  faultOf: classifyFault,
  fileErrorOf: buildFileError,
};

/**
 * A failing hook at the end of a file is also reported as a test. For files that could not run, the error is reported
 * twice.
 */
function classifyFault({ classname, name, suite }: JunitCase): 'file' | 'duplicate' | undefined {
  if (classname === 'Test suite failed to run')
    return suite.faults.length > 0 ? 'duplicate' : 'file';
  return name.endsWith(HOOK_FAILURE) ? 'file' : undefined;
}

const HOOK_FAILURE = "Test execution failure: could be caused by test hooks like 'afterAll'.";

/** The text is Jest's output for a file that could not run, and JSON for a hook. */
function buildFileError({ text }: XmlElement): TestError {
  const { stack, message } = toRecord(parseJson(text));
  const stackText = toText(stack) ?? toText(message);
  return stackText === undefined ? parseSuiteFailure(text) : buildTextError({ text: stackText });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function chooseFile({ element, classname, suite }: JunitCase): string {
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
