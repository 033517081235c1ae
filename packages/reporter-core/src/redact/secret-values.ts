import { isAmountName, isSecretName, splitWords } from './secret-names.ts';

export interface SecretValue {
  value: string;
  /** The name of the variable. */
  name: string;
  /** Short, with only letters or only digits. Masked only as a separate word. */
  isWeak: boolean;
}

/**
 * The secrets in an environment: values of variables with secret-looking names or with a name in `names`, and the
 * passwords in connection strings of all variables. Values of fewer than six characters and words that are not
 * secret (`postgres`, `true`) count only for variables in `names`.
 */
export function collectSecretValues(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): SecretValue[] {
  const found: SecretValue[] = [];
  const add = (name: string, value: string): void => {
    found.push({ name, value, isWeak: isWeak(value) });
  };
  for (const [name, value = ''] of Object.entries(env)) {
    if (names.includes(name)) {
      if (value !== '') found.push({ name, value, isWeak: false });
    } else if (isSecretName(name) && isGuarded(value, name)) {
      add(name, value);
    }
    for (const password of collectPasswords(value)) {
      if (isGuarded(password, name)) add(name, password);
    }
  }
  return found;
}

const SHORTEST = 6;

function isGuarded(value: string, name: string): boolean {
  if (value.length < SHORTEST || PLAIN_WORDS.has(value.toLowerCase())) return false;
  return !(/^[\d.]+$/.test(value) && isAmountName(name));
}

/** Such a value can be part of another word in a text. */
function isWeak(value: string): boolean {
  return value.length < 16 && /^(?:[a-z]+|[A-Z]+|\d+)$/.test(value);
}

// Default passwords and plain settings. They protect nothing and are frequent in texts.
const PLAIN_WORDS = new Set(
  splitWords(`
  postgres postgresql mysql mariadb mongodb rabbitmq minioadmin sqlserver password passwd
  secret changeme example default username testing localhost enabled disabled required
  optional development production staging undefined dummy-key dummy_key optional inherit
  always
`),
);

/**
 * `postgres://user:password@host`, `Server=…;Password=…`, `host=… password=…`,
 * `AccountName=…;AccountKey=…`, and the key of a DSN like `https://key@host/1`.
 */
function collectPasswords(value: string): string[] {
  const found: string[] = [];
  const inAddress = /^[a-z][a-z\d+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1];
  const ofDsn = /^https:\/\/([0-9a-f]{16,64})@/i.exec(value)?.[1];
  for (const password of [inAddress, ofDsn]) {
    if (password !== undefined) found.push(password, decodePassword(password));
  }
  for (const [, password = ''] of value.matchAll(value.includes(';') ? PAIRS_BY_SEMICOLON : PAIRS))
    found.push(password);
  return [...new Set(found)];
}

// Between semicolons, a value may contain blanks. Elsewhere a blank ends the value.
const PAIRS_BY_SEMICOLON = pair(';', ';');
const PAIRS = pair('&?\\s', '&\\s');

function pair(before: string, end: string): RegExp {
  const names = 'password|pwd|accountkey|sharedaccesskey|secret';
  return new RegExp(
    `(?:^|[${before}])(?:${names})\\s{0,3}=\\s{0,3}["']?([^${end}"']{1,500})`,
    'gi',
  );
}

function decodePassword(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The percent sign does not start an encoded character.
    return text;
  }
}
