import { SaxesParser } from 'saxes';
import { ReportError } from '../report-error.ts';
import { BoundedMarkup } from './bounded-markup.ts';

/** An element with its content, except for containers. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** All text directly in it, including CDATA. */
  text: string;
  children: XmlElement[];
}

export interface XmlListener {
  /** The kind of report, for the error message about another root element, such as `JUnit report`. */
  readonly reportName: string;
  isRoot(name: string): boolean;
  /** Elements whose children are reported one by one and not stored, such as `testsuite`. */
  isContainer(name: string): boolean;
  /** `parent` has its attributes, and its content so far. */
  openContainer(container: XmlElement, parent?: XmlElement): void;
  closeContainer(container: XmlElement): void;
  /** Called before the reading ends with a fault, to pass on what the listener holds back. */
  breakOff?(): void;
  /** A child of the innermost open container, with everything in it. */
  element(element: XmlElement): void;
}

/**
 * Reads XML in pieces, with no more than one child of a container in memory. Names have no namespace prefixes.
 * @throws ReportError with line and column for XML that is not well-formed, has a DOCTYPE (which may define
 * entities), or is not a plausible report.
 */
export class XmlElements {
  readonly #listener: XmlListener;
  readonly #markup = new BoundedMarkup();
  readonly #parser = new SaxesParser();
  readonly #open: XmlElement[] = [];
  /** Elements and characters stored since the last child of a container began. */
  #kept = { elements: 0, characters: 0 };
  /** Sizes of the elements around the open containers: a container may be in an element that is stored. */
  readonly #keptAround: { elements: number; characters: number }[] = [];
  #charactersBeforeRoot = 0;
  #hasRoot = false;

  constructor(listener: XmlListener) {
    this.#listener = listener;
    this.#parser.on('error', (error) => this.#fail(formatParserMessage(error)));
    this.#parser.on('opentag', ({ name, attributes }) => this.#begin(name, attributes));
    this.#parser.on('closetag', () => this.#end());
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
  }

  write(chunk: string): void {
    const { text, fault } = this.#markup.write(chunk);
    this.#parser.write(text);
    if (fault !== undefined) this.#fail(fault);
    if (!this.#hasRoot) {
      this.#charactersBeforeRoot += chunk.length;
      if (this.#charactersBeforeRoot > MOST_BEFORE_ROOT) this.#fail('it begins with no element');
    }
  }

  /** The end of the document. */
  close(): void {
    this.#parser.write(this.#markup.end());
    const innermost = this.#open.at(-1);
    if (innermost !== undefined) this.#fail(`it ends in the middle of <${innermost.name}>`);
    if (!this.#hasRoot) this.#fail('it is empty');
    this.#parser.close();
  }

  #begin(qualifiedName: string, attributes: Record<string, string>): void {
    const name = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
    if (!this.#hasRoot && !this.#listener.isRoot(name)) {
      this.#fail(`its root element is <${name}>, which no ${this.#listener.reportName} has`);
    }
    this.#hasRoot = true;
    if (this.#open.length >= DEEPEST) this.#fail(`it is nested deeper than ${DEEPEST} elements`);
    const parent = this.#open.at(-1);
    const element: XmlElement = { name, attributes, text: '', children: [] };
    this.#open.push(element);
    if (this.#listener.isContainer(name)) {
      this.#keptAround.push(this.#kept);
      this.#listener.openContainer(element, parent);
    } else if (parent !== undefined && this.#listener.isContainer(parent.name)) {
      this.#kept = { elements: 0, characters: 0 };
    } else if (this.#kept.elements++ < MOST_KEPT_ELEMENTS) {
      parent?.children.push(element);
    }
  }

  #end(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const parent = this.#open.at(-1);
    if (this.#listener.isContainer(element.name)) {
      this.#kept = this.#keptAround.pop() ?? this.#kept;
      this.#listener.closeContainer(element);
    } else if (parent !== undefined && this.#listener.isContainer(parent.name)) {
      this.#listener.element(element);
    }
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined || this.#listener.isContainer(element.name)) return;
    this.#kept.characters += text.length;
    if (this.#kept.characters <= MOST_KEPT_CHARACTERS) element.text += text;
  }

  #fail(message: string): never {
    const { line, column } = this.#parser;
    this.#listener.breakOff?.();
    throw new ReportError(message, { line: line + this.#markup.droppedLines, column: column + 1 });
  }
}

// Real reports have fewer than 20 levels of suites.
const DEEPEST = 200;
const MOST_BEFORE_ROOT = 1024 * 1024;
// Limits of one test case: more attempts than the contract accepts, each with a few elements.
const MOST_KEPT_ELEMENTS = 10_000;
const MOST_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Removes the leading position, which is reported separately. */
function formatParserMessage(error: Error): string {
  const text = error.message.replace(/^(?:[^:\n]*:)?\d+:\d+: /, '').replace(/\.$/, '');
  return `it is no well-formed XML: ${text}`;
}
