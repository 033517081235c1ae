import { z } from 'zod';
import { apiKeyScope, keyBounds } from './api-keys.ts';

/** Answer of GET /api/whoami: owner and permissions of the credential. `svc doctor` calls it. */
export const whoami = z
  .object({
    organization: z.object({ id: z.uuid(), name: z.string() }),
    credential: z.object({
      kind: z.enum(['apiKey', 'session']),
      id: z.string(),
      name: z.string(),
      role: z
        .enum(['owner', 'admin', 'member', 'apiKey'])
        .describe(
          'Role of the user, which decides what they may do besides reading and uploading; `apiKey` for an API key',
        ),
      scope: apiKeyScope
        .nullable()
        .describe(
          'Scope of the API key: `ingest` may only upload and read back what it uploaded; null for a session',
        ),
      bounds: keyBounds
        .nullable()
        .describe(
          'Projects and branches to which the API key is bound; null for a key without bounds and for a session',
        ),
      expiresAt: z.iso.datetime().nullable(),
    }),
    limits: z.object({
      readsPerMinute: z.number().int(),
      writesPerMinute: z.number().int(),
    }),
    server: z.object({ version: z.string(), time: z.iso.datetime() }),
  })
  .meta({ id: 'Whoami' });
export type Whoami = z.infer<typeof whoami>;
