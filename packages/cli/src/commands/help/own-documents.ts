import { whoami } from '@svc/contract/people/whoami';
import { ingestAnswer, resultStatus } from '@svc/contract/executions/ingest';
import { webhook } from '@svc/contract/webhooks/webhooks';
import { gate, gateVerdict } from '@svc/contract/gate/gate';
import { z } from 'zod';

// The documents that the contract does not define, because no server sends them.

const count = z.number().int();
const path = z.string().describe('Relative to the current folder');

export const whoamiDocument = z.object({
  ...whoami.shape,
  settings: z.object({
    url: z.string(),
    urlSource: z.enum(['flag', 'environment', 'config file', 'default']),
    credentialSource: z.enum(['flag', 'environment', 'config file', 'default']).nullable(),
    context: z.string().nullable().describe("The config file's context of this server"),
  }),
});

export const loginDocument = z.object({
  context: z.string().describe('The name under which the server is stored'),
  url: z.string(),
  whoami,
});

export const logoutDocument = z.object({
  context: z.string(),
  sessionEnded: z.boolean().describe('False for an API key, and if the server did not answer'),
});

export const contextsDocument = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      credential: z.enum(['none', 'apiKey', 'session']),
      user: z.string().nullable().describe('Whose session it is'),
      isCurrent: z.boolean(),
    }),
  ),
  path: z.string().describe('The config file'),
});

export const contextDocument = z.object({ context: z.string(), path: z.string() });

export const openDocument = z.object({ url: z.string() });

export const completionDocument = z.object({
  shell: z.enum(['bash', 'zsh', 'fish']),
  script: z.string(),
});

export const initDocument = z.object({
  frameworks: z.array(
    z.object({
      name: z.enum(['vitest', 'jest', 'playwright']),
      state: z
        .enum(['created', 'changed', 'already', 'computed', 'missing'])
        .describe('computed: only running it could tell its reporters; missing: no configuration'),
      path: path.optional(),
      snippet: z.string().describe('Adds the reporter by hand'),
    }),
  ),
  workflows: z.array(z.object({ path, jobs: z.array(z.string()) })),
  otherCi: z.array(z.string()).describe('Configurations of other CI systems'),
  folder: z.string().describe('That of the first project; empty for the current one'),
  install: z.array(z.string()).describe('The commands that install the missing reporters'),
  diff: z.string().describe('A unified diff of all changes'),
  written: z.boolean(),
});

export const doctorDocument = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'warning', 'failed', 'skipped']),
      text: z.string(),
      advice: z.array(z.string()).describe('What to do, one step each'),
      exitStatus: count.optional(),
    }),
  ),
});

export const exitCodesDocument = z.array(z.object({ status: count, meaning: z.string() }));

const shard = z.object({
  index: count.describe('From 1'),
  expectedMs: count.nullable().describe('Null if no duration is known'),
  files: z.array(z.string()).describe('As typed'),
});

export const splitDocument = z.object({
  project: z.string().nullable().describe('Null with --even'),
  before: z.string().nullable().describe('What the server received before this time counts'),
  executions: count.describe('From how many executions the durations are'),
  files: count,
  knownFiles: count.describe('How many of them have a known duration'),
  digest: z.string().describe('The same in all jobs that have the same plan'),
  shards: z.array(shard),
  index: count.optional().describe('The shard of --index'),
});

const sent = ingestAnswer.pick({
  executionId: true,
  number: true,
  url: true,
  status: true,
  accepted: true,
});
const warnings = ingestAnswer.shape.warnings.unwrap();
const artifacts = z.object({
  sent: count,
  sentBytes: count,
  pending: count.describe('How many may be accepted later'),
  failure: z.string().nullable().describe('Why the first of these was not accepted'),
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
});
const counts = z.object({
  tests: count,
  flaky: count,
  ...Object.fromEntries(resultStatus.options.map((status) => [status, count])),
});
const failure = z.object({ kind: z.string(), message: z.string() });

export const reportUploadDocument = z.object({
  dryRun: z.boolean(),
  sent: sent.nullable().describe('The execution on the server; null when nothing has arrived'),
  failure: failure.nullable().describe('Why not everything arrived'),
  warnings,
  execution: z.object({
    key: z.string().optional(),
    project: z.string().optional(),
    name: z.string().optional(),
    framework: z.string(),
    status: z.string().optional(),
    startedAt: z.string(),
    durationMs: z.number(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
  }),
  tests: counts,
  reports: z.array(
    z.object({
      file: z.string(),
      format: z.string(),
      framework: z.string().nullable(),
      tests: counts,
      problem: z
        .object({
          message: z.string(),
          line: count.optional(),
          column: count.optional(),
          place: z.string(),
        })
        .nullable()
        .describe('Why the report could not be read to its end'),
      example: z
        .object({
          file: z.string(),
          titlePath: z.array(z.string()),
          variant: z.string().nullable(),
        })
        .nullable()
        .describe('The identity of its first test'),
    }),
  ),
  brokenFiles: z.object({ unloaded: count, outsideTests: count }),
  artifacts,
});

export const savedRunsDocument = z.object({
  sent: z.array(
    z.object({
      ...sent.shape,
      file: z.string(),
      project: z.string().optional(),
      framework: z.string().optional(),
      errors: count.describe('Errors outside of tests'),
      warnings,
      artifacts,
    }),
  ),
  failed: z.array(
    z.object({
      file: z.string(),
      kind: z.string(),
      message: z.string(),
      isKept: z.boolean().describe('It stays for the next upload'),
    }),
  ),
  elsewhere: z.array(z.object({ url: z.string(), count })).describe('Those of other servers'),
  refused: z.array(z.string()).describe('The files of runs that the server refused before'),
});

export const gateDocument = gate.or(
  z.object({
    verdict: gateVerdict,
    incomplete: z
      .string()
      .nullable()
      .describe('Why more executions of the CI run must come; null if these may be all'),
    gates: z.array(gate),
  }),
);

export const webhookDocument = webhook.extend({
  secret: z.string().optional().describe('The generated secret, which is shown only now'),
});

export const redeliveredDocument = z.object({
  redelivered: count,
  deliveryIds: z.array(z.string()),
});

export const webhookEventsDocument = z.object({
  items: z.array(z.object({ event: z.string(), summary: z.string() })),
});
