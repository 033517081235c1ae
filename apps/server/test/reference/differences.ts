/**
 * The differences between an answer and the expected value: paths with both values. Ignores additional fields of the
 * answer. Numbers may differ by a millionth, because of the order of summation.
 */
export function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const isNear = Math.abs(actual - expected) <= 1e-6 * Math.max(1e-3, Math.abs(expected));
    return isNear ? [] : [difference(actual, expected, path)];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [difference(actual, expected, path)];
    if (actual.length !== expected.length) return [difference(actual, expected, `${path}.length`)];
    return expected.flatMap((one, index) => differences(actual[index], one, `${path}[${index}]`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [difference(actual, expected, path)];
    const fields = actual as Record<string, unknown>;
    return Object.entries(expected).flatMap(([key, value]: [string, unknown]) =>
      differences(fields[key], value, path === '' ? key : `${path}.${key}`),
    );
  }
  return actual === expected ? [] : [difference(actual, expected, path)];
}

function difference(actual: unknown, expected: unknown, path: string): string {
  return `${path}: the server says ${short(actual)}, the reference ${short(expected)}`;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 1_000);
}
