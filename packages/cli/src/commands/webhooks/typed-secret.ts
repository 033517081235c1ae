import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { CommandError, buildCannotCombineError } from '../../errors/exit.ts';

/** The flags that set a secret. `secret` is false for `--no-secret`. */
export interface SecretFlags {
  secret?: string | false;
  secretStdin?: boolean;
  generateSecret?: boolean;
}

export interface TypedSecret {
  /** Null takes the secret off; undefined leaves it as it is. */
  secret: string | null | undefined;
  /** Set if svc made the secret: nobody else knows it yet. */
  generated: string | undefined;
}

/**
 * The secret from the flags. Reads `input` for `--secret-stdin`.
 * @throws CommandError for several of the flags, and for an empty stdin or a terminal.
 */
export async function readTypedSecret(
  flags: SecretFlags,
  input: Readable & { isTTY?: boolean },
): Promise<TypedSecret> {
  refuseSeveral(flags);
  if (flags.generateSecret === true) {
    const generated = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret: generated, generated };
  }
  if (flags.secretStdin === true) {
    return { secret: await readSecret(input), generated: undefined };
  }
  return { secret: flags.secret === false ? null : flags.secret, generated: undefined };
}

// Standard Webhooks recommends 24 to 64.
const SECRET_BYTES = 32;

function refuseSeveral({ secret, secretStdin, generateSecret }: SecretFlags): void {
  const typed = [
    ...(typeof secret === 'string' ? ['--secret'] : []),
    ...(secret === false ? ['--no-secret'] : []),
    ...(secretStdin === true ? ['--secret-stdin'] : []),
    ...(generateSecret === true ? ['--generate-secret'] : []),
  ];
  if (typed.length < 2) return;
  throw buildCannotCombineError(typed.join(' and '));
}

async function readSecret(input: Readable & { isTTY?: boolean }): Promise<string> {
  if (input.isTTY === true) {
    throw new CommandError(
      'stdin is a terminal, and --secret-stdin reads a secret from it',
      'pipe the secret: svc webhooks create … --secret-stdin < secret.txt',
    );
  }
  const secret = (await text(input)).trim();
  if (secret === '') {
    throw new CommandError('there is no secret on stdin', 'check the command that prints it');
  }
  return secret;
}
