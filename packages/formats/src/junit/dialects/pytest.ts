import type { TestError } from '@svc/contract/executions/test-errors';
import { buildTextError } from '../../text/text-error.ts';
import type { XmlElement } from '../../xml/xml-elements.ts';
import { buildFaultError, isFault } from '../junit-attempts.ts';
import { type JunitCase, type JunitDialect, findLine } from '../junit-dialect.ts';

/**
 * pytest. The class name is the path of the module with dots, then the classes in it. A module is recognized by its
 * name (`test_…`, `…_test`), otherwise by its lower case. `file` and `line` exist with `junit_family=xunit1`. Times
 * are local.
 */
export const pytest: JunitDialect = {
  framework: 'pytest',
  zoneless: 'local',
  isSpoken: ({ suites, suite }) => suites[0]?.name === 'pytest tests' || suite.name === 'pytest',
  // A module that cannot be loaded is reported as a test without a class. So is a module that skips itself.
  faultOf: (testcase) =>
    isModule(testcase) && testcase.element.children.some(isFault) ? 'file' : undefined,
  errorOf: buildError,
  place: (testcase) => {
    const { element, classname, name } = testcase;
    if (classname === '') {
      const path = name.endsWith('.py') ? name : `${name.replaceAll('.', '/')}.py`;
      const { file = path } = element.attributes;
      return { file, titlePath: [isModule(testcase) ? '(module)' : name] };
    }
    const parts = classname.split('.');
    const named = parts.findLastIndex((part) => /^test_|_tests?$/.test(part));
    const firstClass = parts.findIndex((part) => /^[A-Z]/.test(part));
    const modules = named !== -1 ? named + 1 : firstClass > 0 ? firstClass : parts.length;
    const line = findLine(element);
    return {
      file: element.attributes['file'] ?? `${parts.slice(0, modules).join('/')}.py`,
      titlePath: [...parts.slice(modules), name],
      // pytest counts from 0.
      line: line === undefined ? undefined : line + 1,
    };
  },
};

function isModule({ element, classname }: JunitCase): boolean {
  if (classname !== '') return false;
  const messages = element.children.map(({ attributes }) => attributes['message'] ?? '');
  const isOfCollection = messages.some((message) =>
    /^collection (?:failure|skipped)$/.test(message),
  );
  return isOfCollection || element.attributes['file'] === undefined;
}

/** The reason why a module could not be collected is in the lines that pytest marks with `E`. */
function buildError(fault: XmlElement): TestError {
  if (fault.attributes['message'] !== 'collection failure') return buildFaultError(fault);
  const reason = fault.text.match(/^E {1,3}\S.*/gm)?.map((line) => line.slice(1).trim());
  return buildTextError({ message: reason?.join('\n'), text: fault.text });
}
