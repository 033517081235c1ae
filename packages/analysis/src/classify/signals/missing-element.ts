// Messages of browser drivers and testing libraries about an element that they do not find.
const NO_ELEMENT =
  /[Uu]nable to find (?:an? )?(?:accessible |visible )?(?:element|role|node|label|button|link|field|text|css|xpath)|element\(s\) not found|No element found|NoSuchElement|no such element|Unable to locate element|Expected to find (?:element|content)|[Ww]aiting for (?:locator|selector|getBy)|element (?:was )?not found|element wasn't found|could not find element|element could not be located|still not (?:displayed|existing)|does not match any element/;
// The element was there: with a value that differs, or in a wrong state.
const SHOWN =
  /locator resolved to (?!\d)|unexpected value|^\s{0,8}Received(?: string)?: {1,8}(?!<element\(s\) not found)\S/m;

/** Finds the place in a message that reports a missing element; null if the element was found with other content. */
export function findMissingElement(message: string): RegExpExecArray | null {
  return SHOWN.test(message) ? null : NO_ELEMENT.exec(message);
}
