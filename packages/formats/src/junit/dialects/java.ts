import { isFault } from '../junit-attempts.ts';
import { type JunitDialect, lineOf } from '../junit-dialect.ts';
import type { JunitSuite } from '../junit-suite.ts';

/**
 * Maven Surefire and Failsafe, Gradle, and tools that imitate them. They report classes but no files, and the source
 * file of a class is unknown: the class serves as the file.
 */
export const java: JunitDialect = {
  framework: 'junit',
  isSpoken: ({ suite, classname }) =>
    suite.properties.has('java.version') || /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/.test(classname),
  place: ({ element, classname, name }) => {
    const [outer = classname, ...nested] = classname.split('$');
    const title = isClass(name, classname) ? '(class)' : name;
    const file = element.attributes['file'];
    if (file === undefined) return { file: outer, titlePath: [...nested, title] };
    // For imitators such as Python's xmlrunner, where a file may have several classes.
    const className = outer.split('.').at(-1) ?? outer;
    return { file, titlePath: [className, ...nested, title], line: lineOf(element) };
  },
  isFile: () => true,
  // Surefire marks retries, Ant has none, and the rows of TestNG have equal names.
  repeatsIn: (suite) => (isOfMavenOrAnt(suite) ? undefined : 'attemptsUntilPassed'),
  faultOf: ({ element, name, classname }) =>
    isClass(name, classname) && element.children.some(isFault) ? 'file' : undefined,
};

/** Both write the properties of Java, which only Surefire can leave out. */
function isOfMavenOrAnt({ properties, element }: JunitSuite): boolean {
  const schema = element.attributes['xsi:noNamespaceSchemaLocation'] ?? '';
  return properties.has('java.version') || /\b(?:surefire|failsafe)\b/.test(schema);
}

/** A failure before or after all tests of a class, or a skipped class, is reported as an additional test. */
function isClass(name: string, classname: string): boolean {
  return name === '' || name === classname || CLASS_NAMES.has(name);
}

const CLASS_NAMES = new Set(['initializationError', 'executionError', 'classMethod']);
