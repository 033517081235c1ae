import type { ArrayExpression, Expression, ObjectExpression } from '@babel/types';
import { findConfigObject, type ConfigSource } from './config-object.ts';
import {
  addElement,
  addProperty,
  findProperty,
  withInsertions,
  type Insertion,
} from './insertions.ts';

/** How a framework takes reporters. */
export interface ReporterSetting {
  /** The object within the configuration, such as `test` in Vitest's; undefined: the configuration itself. */
  within?: string;
  /** `reporters` or `reporter`. */
  name: string;
  /** The package of our reporter. */
  reporter: string;
  /** Each reporter is an array of its name and its options. */
  isWrapped?: boolean;
  /** What the framework uses without the setting, as elements of the array. */
  defaults: string;
}

export type ReporterChange =
  | { kind: 'changed'; code: string }
  | { kind: 'already' }
  /** Only running the configuration could tell its reporters. */
  | { kind: 'computed' };

/** Adds our reporter beside those of a configuration; without any, beside the framework's own. */
export function addReporter(
  code: string,
  setting: ReporterSetting,
  { isJson }: { isJson: boolean },
): ReporterChange {
  const source = findConfigObject(code, { isJson });
  if (source === undefined) return { kind: 'computed' };
  const place = { source, setting, quote: chooseQuote(code, { isJson }), isJson };
  const holder =
    setting.within === undefined ? source.config : findInnerObject(source, setting.within);
  if (holder === 'computed') return { kind: 'computed' };
  const insertions =
    holder === undefined ? buildInsertionWithin(place) : buildInsertionInto(holder, place);
  if (insertions === undefined) return { kind: 'computed' };
  if (insertions.length === 0) return { kind: 'already' };
  return { kind: 'changed', code: withInsertions(code, insertions) };
}

interface Place {
  source: ConfigSource;
  setting: ReporterSetting;
  quote: string;
  isJson: boolean;
}

/** Undefined: there is no such object yet. */
function findInnerObject(
  { config, resolve }: ConfigSource,
  name: string,
): ObjectExpression | 'computed' | undefined {
  const property = findProperty(config, name);
  if (property === undefined) return hasSpread(config) ? 'computed' : undefined;
  const value = resolve(property.value);
  return value?.type === 'ObjectExpression' ? value : 'computed';
}

function buildInsertionWithin(place: Place): Insertion[] {
  const { source, setting } = place;
  const { within = '' } = setting;
  return addProperty(
    source.code,
    source.config,
    `${quoteName(within, place)}: { ${buildWholeSetting(place)} }`,
  );
}

/** None when the reporter is there already; undefined when it cannot be added. */
function buildInsertionInto(holder: ObjectExpression, place: Place): Insertion[] | undefined {
  const { source, setting } = place;
  const property = findProperty(holder, setting.name);
  if (property !== undefined) return buildInsertionIntoValue(source.resolve(property.value), place);
  // What is spread may have reporters, which ours would replace.
  return hasSpread(holder) ? undefined : addProperty(source.code, holder, buildWholeSetting(place));
}

function buildInsertionIntoValue(
  value: Expression | undefined,
  place: Place,
): Insertion[] | undefined {
  const { source } = place;
  if (value?.type === 'StringLiteral') {
    if (value.value === place.setting.reporter) return [];
    const at = value.start ?? 0;
    const text = source.code.slice(at, value.end ?? 0);
    const before = place.setting.isWrapped === true ? `[${text}]` : text;
    return [{ at, replaced: text.length, text: `[${before}, ${buildElement(place)}]` }];
  }
  if (value?.type === 'ArrayExpression') {
    return isNamed(value, place) ? [] : addElement(source.code, value, buildElement(place));
  }
  if (value?.type !== 'ConditionalExpression') return undefined;
  const yes = buildInsertionIntoValue(source.resolve(value.consequent), place);
  const no = buildInsertionIntoValue(source.resolve(value.alternate), place);
  return yes === undefined || no === undefined ? undefined : [...yes, ...no];
}

function isNamed({ elements }: ArrayExpression, { source, setting }: Place): boolean {
  return elements.some((item) => {
    if (item === null) return false;
    const name = item.type === 'ArrayExpression' ? item.elements[0] : item;
    const value = name && source.resolve(name);
    return value?.type === 'StringLiteral' && value.value === setting.reporter;
  });
}

function hasSpread({ properties }: ObjectExpression): boolean {
  return properties.some(({ type }) => type === 'SpreadElement');
}

function buildWholeSetting(place: Place): string {
  const { setting } = place;
  const defaults = setting.defaults.replaceAll("'", place.quote);
  return `${quoteName(setting.name, place)}: [${defaults}, ${buildElement(place)}]`;
}

function buildElement({ setting, quote }: Place): string {
  const name = `${quote}${setting.reporter}${quote}`;
  return setting.isWrapped === true ? `[${name}]` : name;
}

function quoteName(name: string, { isJson }: Place): string {
  return isJson ? `"${name}"` : name;
}

/** The quotes that the file uses more often. */
function chooseQuote(code: string, { isJson }: { isJson: boolean }): string {
  if (isJson) return '"';
  return code.split('"').length > code.split("'").length ? '"' : "'";
}
