import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * The JUnit logger of `dotnet test`. A suite is an assembly. As in Java, the class serves as the file, with `+`
 * before nested classes. Names may begin with the class (`MethodFormat`). It reports no retries.
 */
export const dotnet: JunitDialect = {
  framework: 'dotnet',
  isSpoken: ({ suite }) => /\.(?:dll|exe)$/i.test(suite.name),
  place: (testcase) => {
    const [outer = '', ...nested] = testcase.classname.split('+');
    return { file: outer || testcase.suite.name, titlePath: [...nested, methodOf(testcase)] };
  },
};

function methodOf({ name, classname }: JunitCase): string {
  const short = classname.split('.').at(-1) ?? classname;
  const prefix = [classname, short].find((each) => each !== '' && name.startsWith(`${each}.`));
  return prefix === undefined ? name : name.slice(prefix.length + 1);
}
