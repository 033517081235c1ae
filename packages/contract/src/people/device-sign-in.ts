import { z } from 'zod';

/** What a program sends that wants to be signed in by a person with a browser. */
export const deviceSignInInput = z.strictObject({
  device: z.string().trim().min(1).max(100).describe("The name of the program's machine"),
  program: z.string().trim().min(1).max(40).describe('Its name and version: `svc/0.1.0`'),
});
export type DeviceSignInInput = z.infer<typeof deviceSignInInput>;

/** The codes of a sign-in that waits for a person, as in RFC 8628. */
export const begunDeviceSignIn = z.object({
  deviceCode: z
    .string()
    .describe('Secret of the program: with it, the program collects the session'),
  userCode: z.string().describe('What the person types: `BCDF-GHJK`'),
  url: z.string().describe('The page where they type it'),
  expiresAt: z.iso.datetime(),
  expiresInSeconds: z
    .number()
    .int()
    .describe('The same as a duration, for programs whose clock differs'),
  intervalSeconds: z.number().int().describe('How long the program waits between its questions'),
});
export type BegunDeviceSignIn = z.infer<typeof begunDeviceSignIn>;

export const deviceCodeInput = z.strictObject({ deviceCode: z.string().min(1).max(200) });

/** The answer to the program's question whether the person has approved. */
export const deviceSignInAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['pending', 'denied', 'expired']) }),
  z.object({
    status: z.literal('approved'),
    token: z.string().describe('The session, as sign-in gives it in set-auth-token. Given once'),
    email: z.string(),
  }),
]);
export type DeviceSignInAnswer = z.infer<typeof deviceSignInAnswer>;

/** As typed by a person: letters of any case, with or without the dash. */
export const userCodeInput = z.strictObject({ userCode: z.string().min(1).max(40) });

/** What the person checks before they approve. */
export const shownDeviceSignIn = z.object({
  userCode: z.string(),
  device: z.string().describe('As the program states it, like its name'),
  program: z.string(),
  address: z.string().describe('Where the request came from'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ShownDeviceSignIn = z.infer<typeof shownDeviceSignIn>;
