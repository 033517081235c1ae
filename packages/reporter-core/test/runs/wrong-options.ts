export interface WrongOption {
  name: string;
  /** A JSON value, because configurations are often JSON. */
  value: unknown;
  /** The complaint in the run's output. */
  complaint?: string;
}

/** An invalid value for each option that a configuration can contain. */
export const WRONG_OPTIONS: readonly WrongOption[] = [
  wrong('tags', 'a,b', "'a,b', but must be a list of texts"),
  wrong('redact', 5, '5, but must be a list of texts'),
  wrong('name', 5, '5, but must be a text'),
  wrong('project', 7, '7, but must be a text'),
  wrong('key', 12, '12, but must be a text'),
  wrong('leg', ['a'], "[ 'a' ], but must be a text"),
  wrong('url', 5, '5, but must be an http(s) address'),
  wrong('environment', 5, '5, but must be a text or an object of texts'),
  wrong('enabled', 'yes', "'yes', but must be true, false or watch"),
  wrong('uploadBudgetMs', 'long', "'long', but must be a number of milliseconds"),
  wrong('maxArtifactSizeBytes', -1, '-1, but must be a number of bytes'),
  wrong('artifacts', true, 'true, but must be failed, all or none'),
  wrong('includeOutput', 'some', "'some', but must be failed, all or none"),
  wrong('onUpload', 'post.js', "'post.js', but must be a function"),
];

/** Options without type checks. */
export function wrongOptions(options: readonly WrongOption[]): Record<string, never> {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(options.map(({ name, value }) => [name, value]))),
  );
}

function wrong(name: string, value: unknown, complaint: string): Required<WrongOption> {
  return { name, value, complaint: `option '${name}' is ${complaint}: ignored` };
}
