import { z } from 'zod';

/** `full` may do what members may; `ingest` may upload, and read back what it uploaded. */
export const apiKeyScope = z.enum(['full', 'ingest']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

/** Projects and branches to which a key is bound. Only a key with the scope `ingest` can be bound. */
export const keyBounds = z
  .object({
    projects: z
      .array(z.string())
      .nullable()
      .describe(
        'Names of the projects that the key may upload to and read from; null for every project',
      ),
    branches: z
      .array(z.string())
      .nullable()
      .describe(
        'Patterns of the branches that the key may upload from; `*` matches any text. A pattern that begins with `!` excludes branches. If all patterns exclude, every other branch is allowed, and so is an upload without a branch. Null for every branch',
      ),
    mayClaimBase: z
      .boolean()
      .describe("True if the key may upload executions of a project's default branch"),
  })
  .meta({ id: 'KeyBounds' });
export type KeyBounds = z.infer<typeof keyBounds>;

/** A key as listed. Its text is only returned when it is created. */
export const apiKeyRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('Last four characters of the key'),
    scope: apiKeyScope,
    ...keyBounds.shape,
    readsPerMinute: z
      .number()
      .int()
      .nullable()
      .describe("Read requests allowed per minute; null for the server's default"),
    writesPerMinute: z
      .number()
      .int()
      .nullable()
      .describe("Write requests allowed per minute; null for the server's default"),
    status: z.enum(['active', 'revoked', 'expired']),
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable(),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time of the last use (ISO 8601), exact to a minute; null if the key was never used',
      ),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

const name = z.string().trim().min(1).max(200);
const projects = z.array(z.string().min(1).max(200)).min(1).max(50);
const branches = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^!?[^!]/, 'Expected a branch or a pattern such as `release/*`, or `!` and one'),
  )
  .min(1)
  .max(50);
const perMinute = z.number().int().min(1).max(1_000_000);

export const apiKeyInput = z.strictObject({
  name,
  scope: apiKeyScope.optional(),
  projects: projects.optional(),
  branches: branches.optional(),
  mayClaimBase: z.boolean().optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  readsPerMinute: perMinute.optional(),
  writesPerMinute: perMinute.optional(),
});
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

const limits = z.object({ readsPerMinute: z.number().int(), writesPerMinute: z.number().int() });

/** A key with the limits that apply to it. */
export const listedApiKey = z
  .object({
    ...apiKeyRecord.shape,
    limits: limits.describe("Limits in effect: the key's own, or the server's default"),
  })
  .meta({ id: 'ListedApiKey' });
export type ListedApiKey = z.infer<typeof listedApiKey>;

export const apiKeyList = z.object({
  items: z.array(listedApiKey),
  defaults: limits.describe('Limits of a key without limits of its own'),
});
export type ApiKeyList = z.infer<typeof apiKeyList>;

export const createdApiKey = z.object({
  key: listedApiKey,
  text: z.string().describe('The complete key; no other answer contains it'),
});
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export const apiKeyQuery = z.strictObject({ id: z.string().max(200) });

/** Change of a key. An absent field does not change. */
export const apiKeyChange = z.strictObject({
  ...apiKeyQuery.shape,
  name: name.optional(),
  projects: projects
    .nullable()
    .optional()
    .describe(
      'Names of the projects that the key may upload to and read from; null for every project',
    ),
  branches: branches
    .nullable()
    .optional()
    .describe('Patterns of the branches that the key may upload from; null for every branch'),
  mayClaimBase: z.boolean().optional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('Expiry of the key (ISO 8601); null if it never expires'),
  readsPerMinute: perMinute
    .nullable()
    .optional()
    .describe("Read requests allowed per minute; null for the server's default"),
  writesPerMinute: perMinute
    .nullable()
    .optional()
    .describe("Write requests allowed per minute; null for the server's default"),
});
export type ApiKeyChange = z.infer<typeof apiKeyChange>;

/** Last use of a key, and the first execution that it uploaded to. */
export const apiKeyFirstUse = z.object({
  lastUsedAt: z.iso
    .datetime()
    .nullable()
    .describe('Time of the last use (ISO 8601), exact to a minute; null if the key was never used'),
  execution: z
    .object({
      id: z.uuid(),
      number: z.number().int(),
      project: z.string(),
      url: z.string().describe("Address of the execution's page"),
    })
    .nullable()
    .describe(
      'First execution that the key uploaded to and that still exists; null if there is none',
    ),
});
export type ApiKeyFirstUse = z.infer<typeof apiKeyFirstUse>;
