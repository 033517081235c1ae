import type { JunitDialect } from '../junit-dialect.ts';

/**
 * Maven Surefire and Failsafe, Gradle, and what imitates them. They tell classes and no files, and
 * where a class has its source nobody knows: the class stands for the file.
 */
export const java: JunitDialect = {
  framework: 'junit',
  isSpoken: ({ suite, classname }) =>
    suite.properties.has('java.version') || /^(?:[a-z_]\w*\.)+[A-Z][\w$]*$/.test(classname),
  place: ({ element, classname, name }) => {
    const [outer = classname, ...nested] = classname.split('$');
    return { file: element.attributes['file'] ?? outer, titlePath: [...nested, name] };
  },
  isFile: () => true,
};
