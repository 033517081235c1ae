import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { SvcError } from '../../errors.ts';

export interface CheckedContent {
  stream: Readable;
  /** The hash of the complete stream, once it has ended. */
  sha256(): string;
}

/**
 * Checks that a body matches its declaration. The stream fails before its end with SvcError UNPROCESSABLE_CONTENT
 * when it does not match, and with BAD_REQUEST when the client disconnects. The body itself stays open, so that the
 * client gets the error.
 */
export function checkContent(
  body: Readable,
  declared: { sizeBytes: number; sha256: string | null },
): CheckedContent {
  const hash = createHash('sha256');
  let sha256 = '';
  async function* check(): AsyncIterable<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of iterateBody(body)) {
      sizeBytes += chunk.length;
      if (sizeBytes > declared.sizeBytes) throw buildWrongLengthError('more', declared.sizeBytes);
      hash.update(chunk);
      yield chunk;
    }
    if (sizeBytes < declared.sizeBytes) throw buildWrongLengthError(sizeBytes, declared.sizeBytes);
    sha256 = hash.digest('hex');
    if (declared.sha256 !== null && declared.sha256 !== sha256) {
      throw new SvcError(
        'UNPROCESSABLE_CONTENT',
        `The body's SHA-256 is ${sha256}, and ${declared.sha256} was declared.`,
        { hint: 'The file changed after it was declared, or on its way.' },
      );
    }
  }
  return { stream: Readable.from(check(), { objectMode: false }), sha256: () => sha256 };
}

async function* iterateBody(body: Readable): AsyncIterable<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw new SvcError('BAD_REQUEST', 'The connection ended in the middle of the body.', {
      cause: error,
    });
  }
}

function buildWrongLengthError(length: number | 'more', declared: number): SvcError {
  return new SvcError(
    'UNPROCESSABLE_CONTENT',
    `The body has ${length} bytes, and ${declared} were declared.`,
    { hint: 'The file changed after it was declared, or was cut on its way.' },
  );
}
