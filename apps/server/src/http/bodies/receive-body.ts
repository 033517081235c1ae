import type { Readable } from 'node:stream';
import { SvcError } from '../../errors.ts';
import { buildTooLargeBodyError, type BodyLimit } from './decompress.ts';

/**
 * Reads the raw bytes of a body. Calls `note` for each piece before storing it; an error from `note` ends the
 * reception. After a refusal, reads and drops the rest of the body, so that the client receives the answer.
 * @throws SvcError PAYLOAD_TOO_LARGE over the size limit; BAD_REQUEST for a truncated body.
 */
export function receiveBody(
  body: Readable,
  {
    contentLength,
    note,
    limit,
  }: { contentLength: number | null; note: (bytes: number) => void; limit: BodyLimit },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { maxBytes } = limit;
    let kept: Keeper = createKeeper(contentLength, maxBytes);
    let received = 0;
    const onData = (piece: Buffer): void => {
      received += piece.length;
      try {
        if (received > maxBytes) throw buildTooLargeBodyError(limit);
        note(piece.length);
      } catch (error) {
        refuse(error as Error);
        return;
      }
      kept.add(piece, received - piece.length);
    };
    const refuse = (error: Error): void => {
      body.off('data', onData).off('end', onEnd).resume();
      kept = createKeeper(0, maxBytes);
      reject(error);
    };
    const onEnd = (): void => {
      if (contentLength === null || contentLength === received) resolve(kept.take());
      else refuse(cutOff('Request body size did not match Content-Length'));
    };
    if (contentLength !== null && contentLength > maxBytes) {
      body.resume();
      reject(buildTooLargeBodyError(limit));
      return;
    }
    body.on('data', onData).on('end', onEnd);
    body.on('error', () => refuse(cutOff('The body was cut off')));
  });
}

interface Keeper {
  add(piece: Buffer, at: number): void;
  /** Returns all pieces joined, and releases them: the request's listeners outlive the body. */
  take(): Buffer;
}

/**
 * If the length is known, copies each piece to its place on arrival, so that the body is in memory only once. Memory
 * that was not written to yet occupies no RAM.
 */
function createKeeper(contentLength: number | null, maxBytes: number): Keeper {
  if (contentLength === null || contentLength > maxBytes) {
    let pieces: Buffer[] = [];
    return {
      add: (piece) => pieces.push(piece),
      take: () => {
        const whole = Buffer.concat(pieces);
        pieces = [];
        return whole;
      },
    };
  }
  let whole = Buffer.allocUnsafe(contentLength);
  return {
    add: (piece, at) => piece.copy(whole, at),
    take: () => {
      const taken = whole;
      whole = NOTHING;
      return taken;
    },
  };
}

const NOTHING = Buffer.alloc(0);

function cutOff(what: string): SvcError {
  return new SvcError('BAD_REQUEST', `${what}.`);
}
