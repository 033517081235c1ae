import { findChild } from '../xml/element-parts.ts';
import type { XmlElement, XmlListener } from '../xml/xml-elements.ts';

/** Facts about a test in TRX, apart from its results. */
export interface TrxDefinition {
  className: string;
  assembly: string;
}

/** Reads only the definitions of a TRX report: which class a test's id belongs to. */
export class TrxClasses implements XmlListener {
  readonly reportName = 'TRX report';
  readonly #byId = new Map<string, TrxDefinition>();
  /** One object for all tests of a class. */
  readonly #known = new Map<string, TrxDefinition>();

  isRoot(name: string): boolean {
    return name === 'TestRun';
  }

  isContainer(name: string): boolean {
    return CONTAINER.test(name);
  }

  openContainer(): void {}

  closeContainer(): void {}

  element(element: XmlElement): void {
    const method = findChild(element, 'TestMethod');
    const { id } = element.attributes;
    if (method === undefined || id === undefined || this.#byId.size >= MOST_DEFINITIONS) return;
    const className = method.attributes['className'] ?? '';
    const assembly = toFileName(
      element.attributes['storage'] ?? method.attributes['codeBase'] ?? '',
    );
    const key = `${className}\n${assembly}`;
    const known = this.#known.get(key);
    const definition = known ?? { className: copyText(className), assembly: copyText(assembly) };
    if (known === undefined) this.#known.set(copyText(key), definition);
    this.#byId.set(copyText(id), definition);
  }

  findDefinition(testId: string | undefined): TrxDefinition | undefined {
    return testId === undefined ? undefined : this.#byId.get(testId);
  }
}

// The rows of a data-driven test are its `InnerResults`: there may be too many for one element.
const CONTAINER = /^(?:TestRun|TestDefinitions|Results|InnerResults)$/;

// A definition with its result takes more than a kilobyte, so that a report of 200 MB has fewer. They take 100 MB.
const MOST_DEFINITIONS = 500_000;

/** A part of a text would keep the whole piece of the report in memory. */
function copyText(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}

function toFileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
