import { type JunitDialect, lineOf } from '../junit-dialect.ts';

/**
 * pytest. The class name is the path of the module with dots, then the classes in it: a module is told
 * by its name (`test_…`, `…_test`), else by being written small. `file` and `line` are there with
 * `junit_family=xunit1`. Times are local.
 */
export const pytest: JunitDialect = {
  framework: 'pytest',
  zoneless: 'local',
  isSpoken: ({ suites, suite }) => suites[0]?.name === 'pytest tests' || suite.name === 'pytest',
  place: ({ element, classname, name }) => {
    const parts = classname.split('.');
    const named = parts.findLastIndex((part) => /^test_|_tests?$/.test(part));
    const firstClass = parts.findIndex((part) => /^[A-Z]/.test(part));
    const modules = named !== -1 ? named + 1 : firstClass > 0 ? firstClass : parts.length;
    const line = lineOf(element);
    return {
      file: element.attributes['file'] ?? `${parts.slice(0, modules).join('/')}.py`,
      titlePath: [...parts.slice(modules), name],
      // pytest counts from 0.
      line: line === undefined ? undefined : line + 1,
    };
  },
};
