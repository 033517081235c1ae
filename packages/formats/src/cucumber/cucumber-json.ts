import { recordOf, recordsIn, textOf, type JsonRecord } from '../json/json-fields.ts';
import type { MakeJsonReader } from '../json/json-list.ts';
import { joinedAttached } from '../joined-attempts.ts';
import { isFailure } from '../report-batch.ts';
import { exampleTitles } from './example-titles.ts';
import { type CucumberScenario, scenarioResult } from './scenario-result.ts';

/**
 * The JSON of Cucumber (JavaScript, JVM, Ruby) and of tools that imitate it, such as behave: a list of features. A
 * scenario is a test, its steps and hooks are steps. Steps of a background belong to the next scenario.
 */
export const cucumberJson: MakeJsonReader = (into, sentPath) => ({
  listPath: [],
  head: () => into.tell({ framework: 'cucumber' }),
  entry: (value) => {
    const feature = recordOf(value);
    const file = sentPath(fileOf(feature));
    const scenarios = scenariosOf(feature);
    const titles = exampleTitles(scenarios.map(({ element }) => element));
    const inSeconds = feature['uri'] === undefined && textOf(feature['location']) !== undefined;
    const isRuby = scenarios.some(({ element }) => hasRubySteps(element));
    const read = scenarios.map((scenario, index) =>
      scenarioResult(scenario, {
        file,
        titlePath: [textOf(feature['name']) ?? '', titles[index] ?? ''].filter(
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
function fileOf(feature: JsonRecord): string {
  const place = textOf(feature['uri']) ?? textOf(feature['location'])?.replace(/:\d+$/, '');
  const path = place?.replace(/^(?:file|classpath):(?:\/\/)?/, '');
  return path ?? textOf(feature['name']) ?? 'unknown';
}

function scenariosOf(feature: JsonRecord): CucumberScenario[] {
  const scenarios: CucumberScenario[] = [];
  let background: JsonRecord | undefined;
  const featureTags = feature['tags'];
  for (const element of recordsIn(feature['elements'])) {
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
    .flatMap(recordsIn)
    .some((step) => /\.rb:\d+$/.test(textOf(recordOf(step['match'])['location']) ?? ''));
}

type ReadScenario = ReturnType<typeof scenarioResult>;

/**
 * A scenario of the same line is another attempt, if the ones before it failed. Without a line, it may be another
 * scenario of the same name, and a skipped one must not hide a failure.
 */
function withRetries(all: readonly ReadScenario[]): ReadScenario[] {
  const byPlace = new Map<string, ReadScenario>();
  const kept: ReadScenario[] = [];
  for (const read of all) {
    const key = `${read.result.line}\n${read.result.titlePath.join('\n')}`;
    const before = byPlace.get(key);
    const hasFailed = before !== undefined && isFailure(before.result);
    const isRetry = hasFailed && read.result.line !== undefined && read.result.status !== 'skipped';
    if (before === undefined || !isRetry) {
      byPlace.set(key, read);
      kept.push(read);
      continue;
    }
    Object.assign(before, joinedAttached([before, read]));
  }
  return kept;
}
