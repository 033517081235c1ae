import { buildCannotCombineError } from '../errors/exit.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';

/**
 * A whole number above 0.
 * @throws InvalidArgumentError with the expected form, as all functions here do.
 */
export function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

/** Whether the flag was typed, and is not only its default. */
export function isTyped(command: Command, key: string): boolean {
  return command.getOptionValueSourceWithGlobals(key) === 'cli';
}

/** A parser for repeatable flags with several values, separated by commas: `a,b`. */
export function listFrom<Value extends string>(allowed: readonly Value[]) {
  const read = (text: string, before: Value[] = []): Value[] => {
    const added = text.split(',').map((word) => {
      const value = allowed.find((known) => known === word.trim());
      if (value !== undefined) return value;
      throw new InvalidArgumentError(`It must be one of ${allowed.join(', ')}.`);
    });
    return [...before, ...added];
  };
  return withChoices(read, allowed);
}

/** Tags, with commas or repeated. */
export function parseTags(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(',').map((tag) => tag.trim())].filter((tag) => tag !== '');
}

/** The same for a filter, in which no tag would mean every execution. */
export function parseFilterTags(text: string, before?: string[]): string[] {
  const tags = parseTags(text);
  if (tags.length === 0) throw new InvalidArgumentError('It must be a tag.');
  return [...(before ?? []), ...tags];
}

/** A flag with some of a few values, with commas or repeated. */
export function buildChoicesOption(flag: string, text: string, values: readonly string[]): Option {
  return new Option(flag, `${text}: ${values.join(', ')}; repeatable or with commas`).argParser(
    listFrom(values),
  );
}

/**
 * A flag with one of a few values. `text` names the default, if there is one: a default of commander would appear in
 * proposed commands.
 */
export function buildChoiceOption(flag: string, text: string, values: readonly string[]): Option {
  const read = (word: string): string => {
    if (values.includes(word)) return word;
    throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
  };
  return new Option(flag, `${text}: ${values.join(', ')}`).argParser(withChoices(read, values));
}

/**
 * Refuses `--branch main --no-branch`. Commander would take the last one.
 * @throws CommandError while the command line is parsed.
 */
export function refuseContradictions(command: Command): void {
  for (const negative of command.options.filter(({ negate }) => negate)) {
    const key = negative.attributeName();
    const positive = command.options.find((one) => !one.negate && one.attributeName() === key);
    if (positive === undefined) continue;
    const typed = new Set<string>();
    for (const { long } of [negative, positive]) {
      command.on(`option:${long?.slice(2)}`, () => {
        typed.add(long ?? '');
        if (typed.size < 2) return;
        const flags = `${positive.long} and ${negative.long}`;
        throw buildCannotCombineError(flags);
      });
    }
  }
}

/**
 * The parser with the values that it accepts, for completion. Commander's own `choices` would repeat them in the help.
 */
export function withChoices<Parser extends object>(parser: Parser, choices: readonly string[]) {
  return Object.assign(parser, { choices });
}

/** The `--fail-on` flag, which makes a script stop: several values, with commas or repeated. */
export function failOn(values: readonly string[], text: string): Option {
  return new Option('--fail-on <what>', text).argParser(listFrom(values));
}

/** `20%` or `0.2` as 0.2. */
export function parseShare(text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)\s?(%?)$/.exec(text) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError('It must be a share such as 20% or 0.2.');
  return percent === '%' ? Number(number) / 100 : Number(number);
}

/** `50ms`, `1.5s` or `2m` as milliseconds; a bare number is milliseconds. */
export function parseDurationMs(text: string): number {
  const [, number, unit = 'ms'] = /^(\d+(?:\.\d+)?)\s?(ms|s|m)?$/.exec(text) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError('It must be a time such as 50ms or 1.5s.');
  return Math.round(Number(number) * (UNIT_MS[unit] ?? 1));
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
