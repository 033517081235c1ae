/** A frame without its line and column. */
export interface Frame {
  file: string;
  /** Empty for anonymous functions and for code outside functions. */
  functionName: string;
}

const LONGEST_LINE = 1_000;

/** The frame in a line of a stack, with its file unchanged; undefined for any other line. */
export function parseFrame(line: string): Frame | undefined {
  if (line.length > LONGEST_LINE || !/:\d|, line \d|:line \d/.test(line)) return undefined;
  const text = line.trim();
  if (text.startsWith('at '))
    return parseJavaFrame(text) ?? parseDotNetFrame(text) ?? parseEngineFrame(text);
  if (text.startsWith('❯ ')) return parseVitestFrame(text);
  if (text.startsWith('File "')) return parsePythonFrame(text);
  return parseBrowserFrame(text) ?? parseBareFrame(text);
}

/** `at async Cart.add [as put] (src/cart.ts:12:5)`, `at src/cart.ts:12:5`. */
function parseEngineFrame(text: string): Frame | undefined {
  const rest = text.startsWith('at async ') ? text.slice(9) : text.slice(3);
  // Folders may hold brackets: `app/(shop)/page.tsx`.
  const open = rest.indexOf(' (');
  const isCall = open !== -1 && rest.endsWith(')');
  const place = isCall ? rest.slice(open + 2, -1) : rest;
  const file = withoutPlace(place);
  // `at http://localhost:3000` is a sentence about a server.
  if (file === undefined || /^eval at |^https?:\/\/[^/]*$/.test(file)) return undefined;
  return { file, functionName: isCall ? functionName(rest.slice(0, open)) : '' };
}

/** Removes `:12:5`, and the generated position that a source map translated (`src/cart.ts:1:1 <- dist/cart.js:5:5`). */
function withoutPlace(place: string): string | undefined {
  const arrow = place.indexOf(' <- ');
  const mapped = arrow === -1 ? place : place.slice(0, arrow);
  const found = /:\d{1,9}(?::\d{1,9})?$/.exec(mapped);
  return found === null || found.index === 0 ? undefined : mapped.slice(0, found.index);
}

/** Removes the receiver's kind that an engine adds, and the numbers of anonymous classes. */
function functionName(name: string): string {
  if (/<anonymous>|\(anonymous function\)|<module>|<unknown>|(?:^|\.)eval$/.test(name)) return '';
  const alias = name.indexOf(' [as ');
  return (alias === -1 ? name : name.slice(0, alias))
    .replace(
      /^(?:async |new |async\*|(?:Object|Module|Function|Proxy|__vi_import_\d{1,4}__)\.)/,
      '',
    )
    .replaceAll(/\$\d{1,4}/g, '');
}

const JAVA =
  /^at (?:[\w.-]{1,80}\/{1,2}){0,2}([\w$.<>-]{1,300})\(([\w$-]{1,120}\.(?:java|kt|scala|groovy)):\d{1,9}\)/;

/** `at shop.Cart.add(Cart.java:12)`: the folder follows from the package. */
function parseJavaFrame(text: string): Frame | undefined {
  const found = JAVA.exec(text);
  if (found === null) return undefined;
  const names = (found[1] ?? '').split('.');
  const folders = names.slice(0, -2);
  return {
    file: [...folders, found[2]].join('/'),
    functionName: functionName(names.slice(-2).join('.')),
  };
}

/** `at Shop.Cart.Add(Int32 count) in /src/Cart.cs:line 12`. */
function parseDotNetFrame(text: string): Frame | undefined {
  const end = text.lastIndexOf(':line ');
  const start = text.indexOf(' in ');
  if (end === -1 || start === -1 || end < start) return undefined;
  const open = text.indexOf('(');
  const name = text.slice(3, open === -1 ? start : Math.min(open, start));
  return { file: text.slice(start + 4, end), functionName: functionName(name) };
}

/** `❯ add src/cart.ts:12:5`. */
function parseVitestFrame(text: string): Frame | undefined {
  const rest = text.slice(2);
  const space = rest.lastIndexOf(' ');
  const file = withoutPlace(rest.slice(space + 1));
  if (file === undefined) return undefined;
  return { file, functionName: space === -1 ? '' : functionName(rest.slice(0, space)) };
}

/** `File "shop/cart.py", line 12, in add`. */
function parsePythonFrame(text: string): Frame | undefined {
  const found = /^File "([^"]{1,500})", line \d{1,9}(?:, in ([^\s]{1,200}))?/.exec(text);
  if (found === null) return undefined;
  return { file: found[1] ?? '', functionName: functionName(found[2] ?? '') };
}

/** `add@http://localhost:5173/src/cart.ts:12:5`, the form of Firefox and Safari. */
function parseBrowserFrame(text: string): Frame | undefined {
  const at = text.indexOf('@');
  if (at === -1 || !/^[\w$.<>/*-]{0,200}$/.test(text.slice(0, at))) return undefined;
  const file = withoutPlace(text.slice(at + 1));
  // Names of packages and folders may contain `@` too.
  if (file === undefined || !/^(?:[a-z-]{2,30}:\/)?\//.test(file)) return undefined;
  return { file, functionName: functionName(text.slice(0, at).replaceAll(/[<*/]/g, '')) };
}

const BARE =
  /^(?:Error Trace:\s{0,8})?([^\s()"'`]{1,500}\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|php|rs|java|kt|cs|swift|dart|feature)):\d{1,9}(?::\d{1,9})?(?::? ?in (\S{1,200})|[:,\s]|$)/;

/** `shop/cart.py:12: in add`, `cart.rb:12:in 'add'`, `cart.go:12 +0x1d`, `cart.spec.ts:12`. */
function parseBareFrame(text: string): Frame | undefined {
  const found = BARE.exec(text);
  if (found === null) return undefined;
  return {
    file: found[1] ?? '',
    functionName: functionName((found[2] ?? '').replaceAll(/["'`:]/g, '')),
  };
}
