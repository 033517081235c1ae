import type { TestPlace } from '../junit/junit-dialect.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { extractClass, buildDotnetPlace } from './dotnet-place.ts';

/**
 * The class of a test with the arguments of its fixture, as in other reports of .NET. Version 3 has it in `fullname` in
 * front of `name`; in version 2, `name` is the full name, and the suite of the class is known.
 */
export function buildNunitPlace(
  { attributes }: XmlElement,
  suites: readonly Pick<XmlElement, 'attributes'>[],
): TestPlace {
  const { name = '', fullname, classname = '' } = attributes;
  const assembly = suites[0]?.attributes['name']?.split(/[/\\]/).at(-1) ?? '';
  if (fullname !== undefined || classname !== '') {
    const isFull = fullname?.endsWith(`.${name}`) === true;
    const prefix = isFull ? fullname.slice(0, -name.length - 1) : classname;
    const className = classname === '' || prefix.startsWith(classname) ? prefix : classname;
    return buildDotnetPlace({ className, name, assembly });
  }
  return buildDotnetPlace({
    className: findClassAround(name, suites) ?? extractClass(name),
    name,
    assembly,
  });
}

function findClassAround(
  fullName: string,
  suites: readonly Pick<XmlElement, 'attributes'>[],
): string | undefined {
  for (const { attributes } of suites.toReversed()) {
    const { name = '' } = attributes;
    const at = name === '' ? -1 : `.${fullName}`.indexOf(`.${name}.`);
    if (at !== -1 && !/^(?:Assembly|Namespace|Project)$/.test(attributes['type'] ?? '')) {
      return fullName.slice(0, at + name.length);
    }
  }
  return undefined;
}
