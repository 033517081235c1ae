/** The locator that matched no or too many elements, and one that the error itself proposes. */
export interface Locators {
  old: string;
  /** Null: the error names none. */
  candidate: string | null;
}

/** The locators in a message; null if it has none. */
export function findLocators(message: string): Locators | null {
  const old = OLD.map((pattern) => pattern.exec(message)?.[1]?.trim()).find(
    (one) => one !== undefined,
  );
  if (old === undefined) return null;
  const candidate = CANDIDATES.map((pattern) => pattern.exec(message)?.[1]?.trim()).find(
    (one) => one !== undefined && one !== old,
  );
  return { old, candidate: candidate ?? findNearestName(message, old) };
}

const OLD: readonly RegExp[] = [
  /strict mode violation: ?\n? {0,8}(\S[^\n]{0,400}?) resolved to /,
  /Locator: {1,8}(\S[^\n]{0,400})/,
  /waiting for ((?:locator|getBy|get_by|frameLocator|selector)[^\n]{1,400}?)(?: to be \w{1,40})?(?:\n|$)/,
  /Unable to find an? (?:accessible )?(?:element|role) with (?:the )?([^\n]{1,300}?)(?:\.|\n|$)/,
  /Unable to find (role="[^\n]{1,300}?)(?:\n|$)/,
  /find element: [`'"]([^\n]{1,400}?)[`'"],/,
  /using locator: (\S[^\n]{0,200})/,
];

// Playwright names a better locator for each element that a locator resolved to.
const CANDIDATES: readonly RegExp[] = [/ aka ((?:getBy|get_by|locator)[^\n]{1,300})/];

/** Testing Library prints the roles of the page with their names: the name that is most like the one asked for. */
function findNearestName(message: string, old: string): string | null {
  const asked =
    /name[=: ]{1,2}[`"'/]([^`"'/\n]{1,200})/i.exec(old)?.[1] ??
    /name [`"']([^`"'\n]{1,200})/.exec(old)?.[1];
  if (asked === undefined) return null;
  const names = [...message.matchAll(/^ {0,20}Name "([^"\n]{1,200})":/gm)].map(
    ([, name = '']) => name,
  );
  const near = names
    .map((name) => ({ name, shared: countSharedWords(name, asked) }))
    .filter(({ name, shared }) => shared > 0 && name !== asked)
    .toSorted((left, right) => right.shared - left.shared)[0];
  return near === undefined ? null : `name "${near.name}"`;
}

function countSharedWords(left: string, right: string): number {
  const words = new Set(right.toLowerCase().split(/\W+/));
  return left
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '' && words.has(word)).length;
}
