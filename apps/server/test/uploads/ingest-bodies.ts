import {
  ARTIFACT_KINDS,
  PARTIAL_REASONS,
  RESULT_STATUSES,
  type IngestBody,
} from '@svc/contract/executions/ingest';
import type { Step, TestError } from '@svc/contract/executions/test-errors';
import fc from 'fast-check';

const HOSTILE = [
  '\0',
  'a\0b\0',
  '\uD800',
  '\uDC00x\uD83D',
  "'; DROP TABLE executions; --",
  '$1 $$ :name ?',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '👩‍👩‍👧‍👦 emoji 😀',
  '\u202Eright to left مرحبا',
  '"quotes" \'and\' `ticks`',
  '\\back\\slashes\\\\',
  '{"a":[}],',
  '{NULL,"NULL"}',
  'NULL',
  '(,)',
  '\r\n\t\u2028\u0085\u007F\u001B[31mred',
  '__proto__',
  'constructor',
  ' ',
  '§'.repeat(10_000),
];

/** Any text that a framework, a test or an attacker may put into a field, up to `most` UTF-16 units. */
export function hostileText(most = 10_000, least = 0): fc.Arbitrary<string> {
  const fits = HOSTILE.filter((text) => text.length <= most && text.length >= least);
  return fc.oneof(
    fc.constantFrom(...fits),
    // UTF-16 units, not characters: includes lone surrogates, and NUL as often as any other.
    fc
      .array(fc.nat(0xffff), { minLength: least, maxLength: Math.min(most, 20) })
      .map((units) => String.fromCharCode(...units)),
    fc.string({ minLength: least, maxLength: Math.min(most, 20) }),
  );
}

const text = hostileText();
/** Shorter, because facts in lists have a lower limit. */
const fact = hostileText(40);
const name = hostileText(200, 1);
const int4 = fc.oneof(fc.nat(5_000), fc.constantFrom(0, 2_147_483_647));
const position = int4;

/** Between 2000 and the tests' own day, with fractions and offsets of every kind. */
const dateTime = fc
  .tuple(
    fc.date({ min: new Date('2000-01-02'), max: new Date('2026-11-01'), noInvalidDate: true }),
    fc.constantFrom('Z', '+00:00', '+05:30', '-11:00', '+23:59', '-23:59'),
    fc.constantFrom('.123', '.9999999', ''),
  )
  .map(([at, offset, fraction]) => at.toISOString().slice(0, 19) + fraction + offset);

/** Every field that may be absent is absent half of the time. */
function record<Fields extends object>(
  fields: { [Key in keyof Fields]: fc.Arbitrary<Exclude<Fields[Key], undefined>> },
  required: (keyof Fields)[],
): fc.Arbitrary<Fields> {
  return fc.record(fields, {
    requiredKeys: required,
    noNullPrototype: true,
  }) as fc.Arbitrary<Fields>;
}

const list = <Item>(item: fc.Arbitrary<Item>, maxLength = 3) => fc.array(item, { maxLength });

const location = record<NonNullable<TestError['location']>>(
  { file: text, line: position, column: position },
  ['file', 'line'],
);

function errors(causesBelow: number): fc.Arbitrary<TestError> {
  const fields = {
    message: text,
    stack: text,
    diff: text,
    expected: text,
    actual: text,
    snippet: text,
    location,
  };
  return causesBelow === 0
    ? record<TestError>({ ...fields, cause: fc.constant({ message: 'last' }) }, ['message'])
    : record<TestError>({ ...fields, cause: errors(causesBelow - 1) }, ['message']);
}

const error = errors(3);

function steps(stepsBelow: number): fc.Arbitrary<Step> {
  const inner = stepsBelow === 0 ? fc.constant<Step[]>([]) : list(steps(stepsBelow - 1), 1);
  return record<Step>(
    {
      title: text,
      category: text,
      durationMs: int4,
      startedAt: dateTime,
      location,
      error,
      steps: inner,
    },
    ['title', 'durationMs'],
  );
}

const status = fc.constantFrom(...RESULT_STATUSES);

type Result = IngestBody['results'][number];
type AttemptFacts = NonNullable<Result['attempts']>[number];
type ArtifactFacts = NonNullable<Result['artifacts']>[number];

const attempt = record<AttemptFacts>(
  {
    status,
    durationMs: int4,
    startedAt: dateTime,
    errors: list(error, 2),
    steps: list(steps(2), 2),
    stdout: text,
    stderr: text,
  },
  ['status', 'durationMs'],
);

const artifact = record<ArtifactFacts>(
  {
    clientId: name,
    name: fact,
    kind: fc.constantFrom(...ARTIFACT_KINDS),
    contentType: hostileText(200),
    sizeBytes: fc.maxSafeNat(),
    sha256: fc.constantFrom('0'.repeat(64), 'f00d'.repeat(16)),
    attempt: fc.integer({ min: 1, max: 1_000 }),
  },
  ['clientId', 'name', 'kind', 'contentType', 'sizeBytes'],
);

const path = fc.oneof(
  hostileText(40, 1),
  fc.constantFrom('./src\\a.test.ts', 'src//b.test.ts', '././c.test.ts', '/abs/d.test.ts'),
);

const result = record<Result>(
  {
    titlePath: fc.array(fact, { minLength: 1, maxLength: 4 }),
    file: path,
    line: position,
    column: position,
    variant: fact,
    status,
    durationMs: int4,
    startedAt: dateTime,
    attempts: list(attempt),
    tags: list(fact),
    annotations: list(
      record<{ type: string; description?: string | undefined }>(
        { type: text, description: text },
        ['type'],
      ),
    ),
    owner: fact,
    expectedFailure: fc.boolean(),
    artifacts: list(artifact, 2),
  },
  ['titlePath', 'file', 'status', 'durationMs'],
);

const git = record<NonNullable<IngestBody['execution']['git']>>(
  {
    branch: fact,
    commit: fc.oneof(fact, fc.constant('77E0A1C9F2B34D5566778899AABBCCDDEEFF0011')),
    message: fact,
    author: fact,
    repository: fc.constantFrom('https://github.com/example/shop.git', 'git@host:a/b', 'ü/'),
    baseBranch: fact,
    baseCommit: fact,
    dirty: fc.boolean(),
  },
  [],
);

const ci = record<NonNullable<IngestBody['execution']['ci']>>(
  {
    provider: fact,
    runId: fact,
    runAttempt: fc.integer({ min: 1, max: 2_147_483_647 }),
    workflow: fact,
    job: fact,
    event: fact,
    actor: fact,
    url: fact,
    pullRequest: fc.integer({ min: 1, max: 2_147_483_647 }),
  },
  [],
);

/**
 * Names that stay distinct once they are cleaned, and that need no backslash in JSON: V8 13.6 (Node 24) parses `{"}":
 * "", "\\"": ""}` to the keys `}` and `\` once it has seen the latter.
 */
const environment = fc.dictionary(
  fc.oneof(
    fc.constantFrom('name', 'os', 'constructor', 'toString', '0', '\uFFFD'),
    fc.stringMatching(/^[a-zé😀{}:,' ]{1,9}$/u),
  ),
  fact,
  { maxKeys: 5, noNullPrototype: true },
);

const shard = fc
  .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }))
  .map(([a, b]) => ({ index: Math.min(a, b), total: Math.max(a, b) }));

const execution = record<IngestBody['execution']>(
  {
    key: fc.tuple(hostileText(700), fc.uuid()).map((parts) => parts.join('')),
    project: name,
    name: fact,
    framework: name,
    frameworkVersion: fact,
    reporter: fc.record({ name: fact, version: fact }, { noNullPrototype: true }),
    status: fc.constantFrom('passed', 'failed', 'interrupted'),
    startedAt: dateTime,
    durationMs: int4,
    shard,
    leg: name,
    merged: fc.constant(false),
    partial: fc.subarray([...PARTIAL_REASONS]),
    git,
    ci,
    environment,
    tags: list(fact),
    errors: list(error, 2),
  },
  ['framework', 'reporter', 'status', 'startedAt', 'durationMs'],
);

const file = record<NonNullable<IngestBody['files']>[number]>(
  {
    file: path,
    variant: fact,
    durationMs: int4,
    errors: list(error, 2),
    stdout: text,
    stderr: text,
  },
  ['file', 'durationMs'],
);

/** Uploads that the contract accepts, with hostile text in every field, each of its own execution. */
export const ingestBodies: fc.Arbitrary<IngestBody> = record<IngestBody>(
  {
    version: fc.constant(1 as const),
    idempotencyKey: fc.tuple(hostileText(200), fc.uuid()).map((parts) => parts.join('')),
    execution,
    files: list(file),
    results: list(result, 4),
  },
  ['version', 'execution', 'results'],
);
