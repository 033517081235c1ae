import { z } from 'zod';

/** `full` may do what members may; `ingest` may upload, and read back what it uploaded. */
export const apiKeyScope = z.enum(['full', 'ingest']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

/** A key as listed. Its text is only returned when it is created. */
export const apiKeyRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe("The last four characters of the key's text"),
    scope: apiKeyScope,
    readsPerMinute: z.number().int().nullable().describe("Null: the server's default"),
    writesPerMinute: z.number().int().nullable().describe("Null: the server's default"),
    status: z.enum(['active', 'revoked', 'expired']),
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('Exact to a minute'),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

export const apiKeyInput = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scope: apiKeyScope.optional(),
  expiresAt: z.iso.datetime().optional(),
  readsPerMinute: z.number().int().min(1).max(1_000_000).optional(),
  writesPerMinute: z.number().int().min(1).max(1_000_000).optional(),
});
export type ApiKeyInput = z.infer<typeof apiKeyInput>;
