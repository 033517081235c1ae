import { stripEscapes } from './text/plain-text.ts';

/** The text of a report's beginning, from its first character. */
export function trimReportHead(head: string): string {
  return stripEscapes(head)
    .replace(/^\ufeff/, '')
    .trimStart();
}

/** The name of the first element, after declaration, comments and DOCTYPE. Undefined without one. */
export function findRootElement(text: string): string | undefined {
  return /^<([A-Za-z_][\w:.-]*)/.exec(withoutProlog(text))?.[1];
}

/** The text from the first element on. */
export function withoutProlog(text: string): string {
  let rest = text;
  for (let prolog = PROLOG.exec(rest); prolog !== null; prolog = PROLOG.exec(rest)) {
    rest = rest.slice(prolog[0].length);
  }
  return rest;
}

const PROLOG = /^\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)\s*/i;

/** The name without its prefix. */
export function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The paths of keys, such as `results.tool` and `[].elements[].steps`, as far as the text goes. */
export function collectKeys(json: string): Set<string> {
  const keys = new Set<string>();
  const open: { path: string; isList: boolean; key: string }[] = [];
  for (const [token, key] of json.matchAll(JSON_TOKENS)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') {
      const isList = token === '[';
      open.push({
        path: open.length < DEEPEST ? buildInnerPath(inner, isList) : '',
        isList,
        key: '',
      });
    } else if (token === '}' || token === ']') open.pop();
    else if (key !== undefined && inner !== undefined && !inner.isList && open.length <= DEEPEST) {
      inner.key = key;
      keys.add(inner.path + key);
    }
  }
  return keys;
}

// Deeper keys show no format.
const DEEPEST = 6;

function buildInnerPath(
  outer: { path: string; isList: boolean; key: string } | undefined,
  isList: boolean,
): string {
  const path = outer === undefined ? '' : outer.path + (outer.isList ? '' : outer.key);
  if (isList) return `${path}[]`;
  return path === '' ? '' : `${path}.`;
}

// Only a text followed by a colon is a key. Other texts are matched too, so that their content is skipped.
const JSON_TOKENS = /[{}[\]]|"((?:[^"\\]|\\.){0,100})"\s{0,20}:|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;
