import { inspect } from 'node:util';
import { isRecord } from '@svc/contract/zod-free/is-record';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The valid values of a setting. */
export interface Setting<Value> {
  /** Follows `must be` in a message. */
  expected: string;
  /** Undefined for an invalid value. */
  read: (value: unknown) => Value | undefined;
  /** How to show an invalid text that may contain a secret. */
  shown?: (value: string) => string;
}

/**
 * Reads settings from options and variables, and collects complaints about invalid ones. Does not throw: invalid values
 * are ignored.
 */
export class SettingReader {
  readonly complaints: string[] = [];
  readonly #options: Record<string, unknown>;
  readonly #env: Environment;

  constructor(options: unknown, env: Environment) {
    this.#options = isRecord(options) ? options : {};
    this.#env = env;
    if (options !== undefined && options !== null && !isRecord(options)) {
      this.complaints.push(formatComplaint('the options are', options, 'an object'));
    }
  }

  /** The option, else the variable. Undefined if neither has a valid value. */
  readSetting<Value>(name: string, variable: string, setting: Setting<Value>): Value | undefined {
    const value = this.readVariable(variable);
    return this.option(name, setting) ?? this.#read(value, `${variable} is`, setting);
  }

  /** Reports the variable if its value is invalid. */
  checkVariable<Value>(variable: string, setting: Setting<Value>): void {
    this.#read(this.readVariable(variable), `${variable} is`, setting);
  }

  option<Value>(name: string, setting: Setting<Value>): Value | undefined {
    const value = this.#getOption(name);
    return this.#read(
      typeof value === 'string' ? value.trim() : value,
      formatOptionName(name),
      setting,
    );
  }

  /** An empty variable counts as unset: CI systems set undefined secrets to ''. */
  readVariable(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  /** A list of texts. In a variable they are separated by commas. Skips entries that are not texts. */
  list(name: string, variable: string, { takesText = false } = {}): string[] {
    const option = this.#getOption(name);
    if (Array.isArray(option)) {
      const texts = option.filter((entry) => typeof entry === 'string');
      if (texts.length < option.length) this.#complain(name, option, LIST);
      return withoutEmpty(texts);
    }
    if (option !== undefined) this.#complain(name, option, LIST);
    const text = takesText && typeof option === 'string' ? option : this.readVariable(variable);
    return withoutEmpty(text?.split(',') ?? []);
  }

  /** Named texts. A single text is the name. Skips entries that are not texts. */
  readFacts(name: string, variable: string): Record<string, string> {
    const option = this.#getOption(name);
    const isText = typeof option === 'string' && option.trim() !== '';
    if (option !== undefined && !isText && isRecord(option)) {
      const texts = Object.entries(option).filter(isTextEntry);
      if (texts.length < Object.keys(option).length) this.#complain(name, option, FACTS);
      return Object.fromEntries(texts);
    }
    if (option !== undefined && typeof option !== 'string') this.#complain(name, option, FACTS);
    const text = isText ? option.trim() : this.readVariable(variable);
    return text === undefined ? {} : { name: text };
  }

  /** JSON configurations contain null for unset options. */
  #getOption(name: string): unknown {
    return this.#options[name] ?? undefined;
  }

  #read<Value>(value: unknown, named: string, setting: Setting<Value>): Value | undefined {
    if (value === undefined || value === '') return undefined;
    const read = setting.read(value);
    if (read === undefined)
      this.complaints.push(formatComplaint(named, value, setting.expected, setting.shown));
    return read;
  }

  #complain(name: string, value: unknown, expected: string): void {
    this.complaints.push(formatComplaint(formatOptionName(name), value, expected));
  }
}

const LIST = 'a list of texts';
const FACTS = 'a text or an object of texts';
const MOST_CHARACTERS = 80;
// Runs no code of the value, such as getters.
const SHALLOW = { depth: 1, breakLength: Infinity, customInspect: false, getters: false };

function formatOptionName(name: string): string {
  return `option '${name}' is`;
}

/**
 * `option 'tags' is 'a,b', but must be a list of texts: ignored`
 * @param named the setting with its verb.
 */
export function formatComplaint(
  named: string,
  value: unknown,
  expected: string,
  shown: (text: string) => string = (text) => text,
): string {
  const text = typeof value === 'string' ? `'${shown(value)}'` : inspect(value, SHALLOW);
  return `${named} ${text.slice(0, MOST_CHARACTERS)}, but must be ${expected}: ignored`;
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function withoutEmpty(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
