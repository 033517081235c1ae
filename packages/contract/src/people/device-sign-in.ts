import { z } from 'zod';

/** Request of a program that a person signs in with a browser. */
export const deviceSignInInput = z.strictObject({
  device: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('Name of the machine on which the program runs'),
  program: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .describe('Name and version of the program, such as `svc/0.1.0`'),
});
export type DeviceSignInInput = z.infer<typeof deviceSignInInput>;

/** Codes of a pending device sign-in, as in RFC 8628. */
export const begunDeviceSignIn = z.object({
  deviceCode: z.string().describe('Secret with which the program fetches the session'),
  userCode: z.string().describe('Code that the person types, such as `BCDF-GHJK`'),
  url: z.string().describe('Address of the page where the person types the code'),
  expiresAt: z.iso.datetime(),
  expiresInSeconds: z
    .number()
    .int()
    .describe('Time until `expiresAt` in seconds, for programs whose clock differs'),
  intervalSeconds: z
    .number()
    .int()
    .describe('Seconds that the program must wait between two requests'),
});
export type BegunDeviceSignIn = z.infer<typeof begunDeviceSignIn>;

export const deviceCodeInput = z.strictObject({ deviceCode: z.string().min(1).max(200) });

/** State of a device sign-in, as returned to the program. */
export const deviceSignInAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['pending', 'denied', 'expired']) }),
  z.object({
    status: z.literal('approved'),
    token: z
      .string()
      .describe(
        'Session token, the same as sign-in returns in the header set-auth-token. Returned only once',
      ),
    email: z.string(),
  }),
]);
export type DeviceSignInAnswer = z.infer<typeof deviceSignInAnswer>;

/** User code as typed: letters of any case, with or without the dash. */
export const userCodeInput = z.strictObject({ userCode: z.string().min(1).max(40) });

/** Device sign-in as shown to the person before they approve it. */
export const shownDeviceSignIn = z.object({
  userCode: z.string(),
  device: z
    .string()
    .describe('Name of the machine, as the program reported it; `program` is reported too'),
  program: z.string(),
  address: z.string().describe('IP address of the request'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ShownDeviceSignIn = z.infer<typeof shownDeviceSignIn>;
