import { buildDotnetPlace } from '../../dotnet/dotnet-place.ts';
import type { JunitDialect } from '../junit-dialect.ts';

/**
 * The JUnit logger of `dotnet test`. A suite is an assembly. Names may begin with the class
 * (`MethodFormat`). It reports no retries.
 */
export const dotnet: JunitDialect = {
  framework: 'dotnet',
  isSpoken: ({ suite }) => /\.(?:dll|exe)$/i.test(suite.name),
  place: ({ classname, name, suite }) =>
    buildDotnetPlace({ className: classname, name, assembly: suite.name }),
};
