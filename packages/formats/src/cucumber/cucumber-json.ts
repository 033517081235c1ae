import { isFailure } from '@svc/contract/zod-free/is-failure';
import { toRecord, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import { joinAttached } from '../joined-attempts.ts';
import { buildExampleTitles } from './example-titles.ts';
import { type CucumberScenario, buildScenarioResult } from './scenario-result.ts';

/**
 * The JSON of Cucumber (JavaScript, JVM, Ruby) and of tools that imitate it, such as behave: a list of features. A
 * scenario is a test, its steps and hooks are steps. Steps of a background belong to the next scenario.
 */
export const makeCucumberReader: MakeJsonReader = (into, sentPath) => ({
  listPath: [],
  head: () => into.tell({ framework: 'cucumber' }),
  entry: (value) => {
    const feature = toRecord(value);
    const file = sentPath(chooseFile(feature));
    const scenarios = collectScenarios(feature);
    const titles = buildExampleTitles(scenarios.map(({ element }) => element));
    const inSeconds = feature['uri'] === undefined && toText(feature['location']) !== undefined;
    const isRuby = scenarios.some(({ element }) => hasRubySteps(element));
    const read = scenarios.map((scenario, index) =>
      buildScenarioResult(scenario, {
        file,
        titlePath: [toText(feature['name']) ?? '', titles[index] ?? ''].filter(
          (part) => part !== '',
        ),
        inSeconds,
        isRuby,
        sentPath,
      }),
    );
    for (const { result, attachments } of withRetries(read)) {
      into.add(result);
      for (const attachment of attachments) into.attach(attachment);
    }
  },
  tail: () => {},
});

/** behave has no `uri`, but a place such as `features/cart.feature:2`. */
function chooseFile(feature: JsonRecord): string {
  const place = toText(feature['uri']) ?? toText(feature['location'])?.replace(/:\d+$/, '');
  const path = place?.replace(/^(?:file|classpath):(?:\/\/)?/, '');
  return path ?? toText(feature['name']) ?? 'unknown';
}

function collectScenarios(feature: JsonRecord): CucumberScenario[] {
  const scenarios: CucumberScenario[] = [];
  let background: JsonRecord | undefined;
  const featureTags = feature['tags'];
  for (const element of toRecords(feature['elements'])) {
    if (element['type'] === 'background') background = element;
    else {
      scenarios.push({ element, background, featureTags });
      background = undefined;
    }
  }
  return scenarios;
}

function hasRubySteps(element: JsonRecord): boolean {
  const lists = [element['steps'], element['before'], element['after']];
  return lists
    .flatMap(toRecords)
    .some((step) => /\.rb:\d+$/.test(toText(toRecord(step['match'])['location']) ?? ''));
}

type ReadScenario = ReturnType<typeof buildScenarioResult>;

/**
 * A scenario of the same line is another attempt, if the ones before it failed. A scenario without a line may be
 * another one of the same name, and a skipped one must not hide a failure.
 */
function withRetries(all: readonly ReadScenario[]): ReadScenario[] {
  const byPlace = new Map<string, ReadScenario>();
  const kept: ReadScenario[] = [];
  for (const read of all) {
    const key = `${read.result.line}\n${read.result.titlePath.join('\n')}`;
    const before = byPlace.get(key);
    const hasFailed = before !== undefined && isFailure(before.result.status);
    const isRetry = hasFailed && read.result.line !== undefined && read.result.status !== 'skipped';
    if (before === undefined || !isRetry) {
      byPlace.set(key, read);
      kept.push(read);
      continue;
    }
    Object.assign(before, joinAttached([before, read]));
  }
  return kept;
}
