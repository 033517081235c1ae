import type { XmlElement } from './xml-elements.ts';

/** The first child of that name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function findChildren(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of the first child of that name, trimmed and with `\n` only; undefined without one and for blanks. */
export function findChildText(element: XmlElement | undefined, name: string): string | undefined {
  return findChild(element, name)?.text.replaceAll('\r\n', '\n').trim() || undefined;
}

/** The sum of the counts in these attributes; those that are no numbers count as 0. */
export function sumCounts(attributes: XmlElement['attributes'], names: readonly string[]): number {
  return names.reduce((sum, name) => sum + Math.max(0, Number(attributes[name]) || 0), 0);
}
