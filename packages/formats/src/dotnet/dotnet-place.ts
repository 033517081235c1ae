import type { TestPlace } from '../junit/junit-dialect.ts';

/** The names that a .NET report has of a test; any may be empty. */
export interface DotnetNames {
  className: string;
  /** May begin with the class, and may end with arguments. */
  name: string;
  /** The file that contains the test's compiled code. */
  assembly: string;
}

/** The class serves as the file, as in Java, because reports name no source files; `+` precedes nested classes. */
export function buildDotnetPlace({ className, name, assembly }: DotnetNames): TestPlace {
  const [outer = '', ...nested] = withoutAssembly(className).split('+');
  const file = outer || assembly || 'unknown';
  return { file, titlePath: [...nested, withoutClass(name, withoutAssembly(className))] };
}

/** Old MSTest writes `Shop.CartTests, Shop.Tests, Version=1.0.0.0, …`. Type arguments may contain commas as well. */
function withoutAssembly(className: string): string {
  return className.includes('[') ? className : (className.split(',', 1)[0] ?? '').trim();
}

function withoutClass(name: string, className: string): string {
  const short = className.split('.').at(-1) ?? className;
  const dotted = className.replaceAll('+', '.');
  const prefix = [className, dotted, short].find(
    (each) => each !== '' && name.startsWith(`${each}.`),
  );
  const rest = prefix === undefined ? name : name.slice(prefix.length + 1);
  return rest === '' ? '(no name)' : rest;
}

/** The class in `Shop.CartTests.Adds(price: 1.5)`; empty for a name that has none. */
export function extractClass(name: string): string {
  const dotted = name.split('(', 1)[0] ?? '';
  return /\s/.test(dotted) ? '' : dotted.slice(0, Math.max(0, dotted.lastIndexOf('.')));
}

/** xUnit.net reports the failed clean-up of a class, collection or assembly as a test with such a name. */
export function extractCleanUpTarget(name: string): string | undefined {
  const start = /^\[Test [A-Za-z ]{1,40} Cleanup Failure \(/.exec(name)?.[0];
  const isWhole = start !== undefined && name.endsWith(')]') && name.length > start.length + 2;
  return isWhole ? name.slice(start.length, -2) : undefined;
}
