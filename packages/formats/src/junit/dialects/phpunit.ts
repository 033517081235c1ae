import { type JunitDialect, findLine } from '../junit-dialect.ts';

/** PHPUnit and Pest. Suites are nested: configuration, test suite, class, data provider. */
export const phpunit: JunitDialect = {
  framework: 'phpunit',
  zoneless: 'local',
  isSpoken: ({ element }) =>
    element.attributes['assertions'] !== undefined && element.attributes['class'] !== undefined,
  place: ({ element, classname, name, suite }) => {
    const file = element.attributes['file'] ?? suite.element.attributes['file'] ?? classname;
    const className = element.attributes['class']?.split('\\').at(-1) ?? classname;
    return {
      // Pest appends the test to the path.
      file: file.replace(/::.*$/s, ''),
      titlePath: [className, name],
      line: findLine(element),
    };
  },
  isFile: ({ element, name }) => element.attributes['file'] !== undefined && !name.includes('::'),
};
