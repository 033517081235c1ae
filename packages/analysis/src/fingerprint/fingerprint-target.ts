import { toOneLine } from './fingerprint-text.ts';
import { normaliseMessage } from './message/normalised-message.ts';

/**
 * The matcher or action of a failure: `toBeVisible`, `not.toBe`, `locator.click`; empty when the message names none.
 * Negation and promise modifiers are part of it.
 */
export function extractMatcher(text: string): string {
  const at = text.indexOf('expect');
  const matcher = at === -1 ? undefined : MATCHER.exec(text.slice(at))?.[1];
  if (matcher !== undefined) return matcher;
  const action = ACTION.exec(text.slice(0, 300))?.[1];
  if (action !== undefined) return action;
  return text.includes('// Object.is equality') ? 'toBe' : '';
}

// `expect(jest.fn()).not.toHaveBeenCalled()`: allows brackets one level deep; deeper ones are source code.
const MATCHER =
  /\bexpect(?:\.soft|\.poll)?\([^()\n]{0,80}(?:\([^()\n]{0,40}\)[^()\n]{0,40})?\)\.((?:not\.|resolves\.|rejects\.){0,2}[a-z]\w{1,60})\(/;
const ACTION =
  /(?:^|Error: )((?:expect|page|frame|locator|elementHandle|browser|browserType|browserContext|context|apiRequestContext|request|route|keyboard|mouse|worker|electronApplication)\.\w{1,60}): /i;

const LOCATOR_CHARACTERS = 200;

/** The target of the failure: a locator, a selector, a snapshot's name; empty when the message names none. */
export function extractLocator(text: string, repository = ''): string {
  for (const { word, pattern } of FORMS) {
    // Most messages contain none of these words, and checking for a word is cheaper than matching its pattern.
    const found = text.includes(word) ? pattern.exec(text)?.[1] : undefined;
    if (found === undefined) continue;
    const locator = normaliseMessage(toOneLine(cutToCall(found)), 'locator', repository);
    return locator.slice(0, LOCATOR_CHARACTERS).toWellFormed();
  }
  return '';
}

/** `by.buttonText("New") [worker 4]`: only the call, because its line may go on. Other locators are kept whole. */
function cutToCall(locator: string): string {
  const opening = BY_CALL.exec(locator);
  if (opening === null) return locator;
  const end = findClosingBracket(locator, opening[0].length);
  return end === -1 ? locator : locator.slice(0, end + 1);
}

const BY_CALL = /^[bB]y\.[a-zA-Z]{1,30}\(/;

/** The bracket that closes the call, outside of quotations; -1 without one. */
function findClosingBracket(text: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if ('\'"`'.includes(character)) quote = character;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  return -1;
}

const FORMS: readonly { word: string; pattern: RegExp }[] = [
  {
    word: 'strict mode violation: ',
    pattern: /strict mode violation: ?\n? {0,8}(\S[^\n]{0,400}?) resolved to /,
  },
  { word: 'Locator: ', pattern: /Locator: {1,8}(\S[^\n]{0,400})/ },
  {
    word: 'waiting for ',
    pattern:
      /waiting for ((?:locator|getBy|get_by|frameLocator|frame_locator|selector)[^\n]{1,400}?)(?: to be \w{1,40})?(?:\n|$)/,
  },
  { word: 'find element: ', pattern: /find element: [`'"]([^\n]{1,400}?)[`'"],/ },
  { word: 'using locator: ', pattern: /using locator: (\S[^\n]{0,400})/ },
  { word: 'Snapshot name: ', pattern: /Snapshot name: `?([^\n`]{1,400})/ },
  { word: 'Snapshot `', pattern: /Snapshot `([^\n`]{1,400})/ },
  { word: 'Snapshot: ', pattern: /Snapshot: (\S[^\n]{0,400})/ },
];
