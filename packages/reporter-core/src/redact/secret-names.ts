/**
 * Whether a variable's name indicates a secret: `DB_PASSWORD`, `dbPassword`, `PGPASSWORD`, `STRIPE_KEY`,
 * `REDISCLI_AUTH`, `SENTRY_DSN`. False for `PUBLIC_KEY` and `CACHE_KEY`, and for `PWD`, which is the working directory.
 */
export function isSecretName(name: string): boolean {
  const words = splitNameWords(name);
  const last = words.at(-1) ?? '';
  if (words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDING.test(word))) return true;
  if (words.some((word, index) => KEY_KINDS.has(word) && words[index + 1] === 'key')) return true;
  if (words.length < 2) return false;
  if (last === 'key' || last === 'keys') return !words.some((word) => OPEN_KEYS.has(word));
  return LAST_WORDS.has(last);
}

/** Whether a number in this variable is an amount, as in `MAX_TOKENS` and `TOKEN_TTL_SECONDS`. */
export function isAmountName(name: string): boolean {
  return splitNameWords(name).some((word) => AMOUNT_WORDS.has(word));
}

/** Splits both styles: `DB_PASSWORD` and `dbPassword`. */
function splitNameWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

const SECRET_WORDS = new Set(
  splitWords(`
  token tokens secret secrets password passwords passwd pass passphrase passcode apikey
  credential credentials creds sshpass
`),
);
/** Endings of compound words without a separator, such as `PGPASSWORD`. */
const SECRET_ENDING = /(?:password|passwd|passphrase|secret|token|apikey|privatekey|accesskey)$/;
const KEY_KINDS = new Set([
  'api',
  'private',
  'access',
  'secret',
  'encryption',
  'signing',
  'master',
]);
/** Secret only as the last word: `SSH_AUTH_SOCK` is a path, and `DSN_HOST` a host. */
const LAST_WORDS = new Set(['auth', 'pwd', 'pat', 'dsn', 'pin', 'salt', 'otp', 'jwt']);
const OPEN_KEYS = new Set(
  splitWords(`
  public pub publishable cache primary foreign partition sort index execution idempotency
  dedupe group issue project hot short known
`),
);
const AMOUNT_WORDS = new Set(
  splitWords(`
  max min limit count length size ttl timeout seconds minutes hours days ms expiry expires
  rounds cost port version
`),
);

/** The words of a text. Keeps long word lists readable in the source. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
