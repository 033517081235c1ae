import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * The JUnit logger of `dotnet test`. A suite is an assembly, and as in Java the class stands for the
 * file, `+` in front of nested ones. Names may begin with the class (`MethodFormat`). It tells no retries.
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
