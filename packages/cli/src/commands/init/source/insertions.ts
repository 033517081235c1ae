import type { ArrayExpression, Node, ObjectExpression, ObjectProperty } from '@babel/types';

/** Text that goes into a source, and how much of the source it replaces. */
export interface Insertion {
  at: number;
  /** Default 0. */
  replaced?: number;
  text: string;
}

/** The source with the insertions. Everything else stays as it is written. */
export function withInsertions(code: string, insertions: readonly Insertion[]): string {
  return (
    insertions
      // Of two at one place, the first stays before the second.
      .toReversed()
      .toSorted((a, b) => b.at - a.at)
      .reduce(
        (text, insertion) =>
          text.slice(0, insertion.at) +
          insertion.text +
          text.slice(insertion.at + (insertion.replaced ?? 0)),
        code,
      )
  );
}

/** The property of an object literal, by its name or its quoted name. The last one counts. */
export function findProperty(object: ObjectExpression, name: string): ObjectProperty | undefined {
  return object.properties
    .filter((property) => property.type === 'ObjectProperty')
    .findLast(
      ({ key, computed }) =>
        (key.type === 'Identifier' && !computed && key.name === name) ||
        (key.type === 'StringLiteral' && key.value === name),
    );
}

/** Adds a property at the end of an object literal, in its layout. */
export function addProperty(code: string, object: ObjectExpression, property: string): Insertion[] {
  return addLast(code, { node: object, items: object.properties, text: property, inset: ' ' });
}

/** Adds an element at the end of an array literal, in its layout. */
export function addElement(code: string, array: ArrayExpression, element: string): Insertion[] {
  const items = array.elements.filter((item) => item !== null);
  return addLast(code, { node: array, items, text: element, inset: '' });
}

interface List {
  node: Node;
  items: readonly Node[];
  text: string;
  /** Between a bracket and the text, on one line. */
  inset: string;
}

function addLast(code: string, { node, items, text, inset }: List): Insertion[] {
  const start = node.start ?? 0;
  const end = node.end ?? 0;
  const last = items.at(-1);
  if (last === undefined) {
    return [{ at: start + 1, replaced: end - start - 2, text: inset + text + inset }];
  }
  const lastEnd = last.end ?? 0;
  // Without comments, which may have commas.
  const rest = code
    .slice(lastEnd, end - 1)
    .replaceAll(COMMENT, (comment) => ' '.repeat(comment.length));
  const comma = rest.indexOf(',');
  const lineStart = code.lastIndexOf('\n', last.start ?? 0) + 1;
  const isAcrossLines = lineStart > start && code.slice(lastEnd, end - 1).includes('\n');
  if (!isAcrossLines) return [{ at: lastEnd, text: `, ${text}` }];
  const indent = /^[ \t]*/.exec(code.slice(lineStart))?.[0] ?? '';
  const lineEnd = code.indexOf('\n', comma === -1 ? lastEnd : lastEnd + comma);
  const lineFeed = code[lineEnd - 1] === '\r' ? '\r\n' : '\n';
  const at = lineFeed === '\r\n' ? lineEnd - 1 : lineEnd;
  return comma === -1
    ? [
        { at: lastEnd, text: ',' },
        { at, text: `${lineFeed}${indent}${text}` },
      ]
    : [{ at, text: `${lineFeed}${indent}${text},` }];
}

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;
