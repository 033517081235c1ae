/**
 * Whether the word from `start` to before `end` is at a place where a program names something: it is called, defined,
 * imported or accessed. There, `fp16ToFp32` is a name, while elsewhere it looks like an id.
 */
export function isNamePosition(text: string, start: number, end: number): boolean {
  return (
    (text.charAt(end) === '(' && text.charAt(start - 1) !== '(') ||
    NAMED_AFTER.test(text.slice(end, end + CONTEXT_CHARACTERS)) ||
    NAMED_BEFORE.test(text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start))
  );
}

const CONTEXT_CHARACTERS = 48;

const NAMED_AFTER =
  /^['"`]?(?:\(\))? (?:is not (?:a (?:function|constructor|class|module|method|type)\b|an? (?:abstract|async) |defined\b(?! in)|exported\b|callable\b|iterable\b|implemented\b|assignable\b)|is abstract\b|has already been declared|has no (?:exported|attribute|method|property)|does not exist on |must be used |requires an? )/;
const NAMED_BEFORE =
  /(?:\b(?:property|member|method|function|class|module|export|symbol|attribute|component|reading|setting|find name|export named|import name)s? ['"`]|\b(?:function|class|method|undefined:|import \{?|call to) ?)$/i;

/** `cart.fp16ToFp32`: words of letters, digits, `_` and `$`, none of them beginning with a digit. */
export function isDottedName(word: string): boolean {
  return DOTTED_NAME.test(word);
}

const DOTTED_NAME = /^(?:[a-z_$][\w$]{0,200}[.#]){0,8}[a-z_$][\w$]{0,200}[.:!?]?$/i;
