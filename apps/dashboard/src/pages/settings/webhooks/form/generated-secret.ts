const SECRET_BYTES = 32;

/** A new secret of Standard Webhooks: `whsec_` and 32 random bytes as base64. */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}
