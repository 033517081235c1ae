import { toNumber, toText, type JsonRecord } from '../json/json-fields.ts';

/**
 * The titles of a feature's scenarios. All examples of an outline have its name, unless the name has a placeholder:
 * they are numbered in the order of their lines. The line itself would change with every edit.
 */
export function buildExampleTitles(scenarios: readonly JsonRecord[]): string[] {
  const lines = new Map<string, number[]>();
  for (const scenario of scenarios) {
    const name = getScenarioName(scenario);
    const line = toNumber(scenario['line']) ?? 0;
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [line]);
    else if (!known.includes(line) && known.length < MOST_EXAMPLES) known.push(line);
  }
  for (const numbers of lines.values()) numbers.sort((a, b) => a - b);
  return scenarios.map((scenario) => {
    const name = getScenarioName(scenario);
    const known = lines.get(name) ?? [];
    const index = known.indexOf(toNumber(scenario['line']) ?? 0);
    return known.length > 1 && index !== -1 ? `${name} #${index + 1}` : name;
  });
}

// Bounds the time for a feature whose scenarios all have one name.
const MOST_EXAMPLES = 1_000;

/** behave writes the line into `location`, and numbers the examples itself. */
function getScenarioName(scenario: JsonRecord): string {
  return toText(scenario['name']) ?? '(no name)';
}
