import type { Classification } from '@svc/contract/executions/outcomes';
import type { ReadFailure } from './read-failure.ts';

/** Where a piece of evidence was found. */
export type Place = 'title' | 'message' | 'stack' | 'log' | 'history' | 'execution' | 'changes';

export interface Finding {
  place: Place;
  /** The words of the input, on one line; for figures, a sentence with them. */
  quote: string;
}

/** A fact that supports a class. Its fitted weight is how much. */
export interface Signal {
  /** Stays the same over versions: it names the row of weights. */
  id: string;
  /** The class that it supports before weights are fitted. Fitted weights take precedence. */
  supports: Classification;
  /** A sentence that goes before the quote. */
  text: string;
  /** A second class that it supports equally before weights are fitted. */
  alsoSupports?: Classification;
  /** The weight before any failure was seen, in log-odds; 1.5 by default. */
  prior?: number;
  /** It comes before the tests: however often it went away by itself, it is an infrastructure failure. */
  beforeTests?: boolean;
  find: (failure: ReadFailure) => Finding | null;
}

interface TextOptions extends Pick<Signal, 'prior' | 'beforeTests' | 'alsoSupports'> {
  /** Default: message, stack and log. */
  places?: readonly TextPlace[];
  /** Looks at the texts without the values that an assertion compares: they are data of the product. */
  besideValues?: boolean;
  /** Searches only the log if the product's own code threw the error, because it chose the words. */
  unlessThrownByProduct?: boolean;
}

type TextPlace = 'title' | 'message' | 'stack' | 'log';

/** A signal that is there when a text matches. The pattern must be linear. */
export function buildTextSignal(
  id: string,
  supports: Classification,
  text: string,
  pattern: RegExp,
  {
    places = ['message', 'stack', 'log'],
    besideValues = false,
    unlessThrownByProduct = false,
    ...rest
  }: TextOptions = {},
): Signal {
  return {
    id,
    supports,
    text,
    ...rest,
    find: (failure) => {
      for (const place of places) {
        if (place !== 'log' && unlessThrownByProduct && failure.frames.first?.owner === 'product') {
          continue;
        }
        const found = pattern.exec((besideValues ? failure.besideValues : failure)[place]);
        if (found !== null)
          return { place, quote: cutQuote(failure[place], found.index, found[0].length) };
      }
      return null;
    },
  };
}

const QUOTE_CHARACTERS = 160;

/** The line around a match, cut to at most 160 characters that begin with a word and hold the match's beginning. */
export function cutQuote(text: string, at: number, length: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const cut = Math.max(lineStart, at - BEFORE);
  const from = cut === lineStart ? cut : findWordStart(text, cut, at);
  const lineEnd = text.indexOf('\n', at + Math.min(length, QUOTE_CHARACTERS));
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, from + QUOTE_CHARACTERS);
  return text.slice(from, to).replaceAll(/\s+/g, ' ').trim().toWellFormed();
}

const BEFORE = 40;

/** The first beginning of a word from `from` on, at most `at`. */
function findWordStart(text: string, from: number, at: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 || space >= at ? at : space + 1;
}
