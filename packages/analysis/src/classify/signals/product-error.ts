import type { Frame } from '../frames.ts';
import type { ReadFailure } from '../read-failure.ts';

/** The errors that languages and their libraries throw where code does what it cannot do. */
export const RUNTIME_ERROR =
  /(?:^|[\s:."'(])(?:TypeError|ReferenceError|RangeError|NullPointerException|NullReferenceException|IllegalArgumentException|IllegalStateException|IndexOutOfBounds\w{0,40}|ClassCastException|ArithmeticException|NumberFormatException|AttributeError|KeyError|IndexError|ValueError|ZeroDivisionError|NameError|UnboundLocalError|RecursionError|NoMethodError|UncaughtException|UnhandledPromiseRejection\w{0,40})\b|\bpanic(?:ked)?\b|runtime error:/;

/** The frame of the product's own code in which a runtime error was thrown; null for any other failure. */
export function findBrokenProductFrame({ frames, message, stack }: ReadFailure): Frame | null {
  const { first } = frames;
  if (first?.owner !== 'product') return null;
  return RUNTIME_ERROR.test(message) || RUNTIME_ERROR.test(stack) ? first : null;
}
