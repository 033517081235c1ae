import type { Readable } from 'node:stream';
import { INGEST_LIMITS } from '@svc/contract/limits';
import { SvcError } from '../errors.ts';
import { tooLargeBody } from './decompress.ts';

/**
 * The bytes of a body as they were sent. `note` is called for each piece that is kept, and ends the
 * reception when it throws. The rest of a body that is refused is read and dropped, so that its sender sees the answer.
 * @throws SvcError PAYLOAD_TOO_LARGE over the limit of a body; BAD_REQUEST for one that is cut off.
 */
export function receiveBody(
  body: Readable,
  { contentLength, note }: { contentLength: number | null; note: (bytes: number) => void },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept: Keeper = keeperOf(contentLength);
    let received = 0;
    const onData = (piece: Buffer): void => {
      received += piece.length;
      try {
        if (received > INGEST_LIMITS.bodyBytes) throw tooLargeBody();
        note(piece.length);
      } catch (error) {
        refuse(error as Error);
        return;
      }
      kept.add(piece, received - piece.length);
    };
    const refuse = (error: Error): void => {
      body.off('data', onData).off('end', onEnd).resume();
      kept = keeperOf(0);
      reject(error);
    };
    const onEnd = (): void => {
      if (contentLength === null || contentLength === received) resolve(kept.take());
      else refuse(cutOff('Request body size did not match Content-Length'));
    };
    if (contentLength !== null && contentLength > INGEST_LIMITS.bodyBytes) {
      body.resume();
      reject(tooLargeBody());
      return;
    }
    body.on('data', onData).on('end', onEnd);
    body.on('error', () => refuse(cutOff('The body was cut off')));
  });
}

interface Keeper {
  add(piece: Buffer, at: number): void;
  /** All pieces as one, which are then forgotten: the request lives on with its listeners, and with what they hold. */
  take(): Buffer;
}

/**
 * Where the length is known the pieces are written to their place as they come, so that the body never
 * lies in memory twice. Memory that nothing was written to yet is not there yet.
 */
function keeperOf(contentLength: number | null): Keeper {
  if (contentLength === null || contentLength > INGEST_LIMITS.bodyBytes) {
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
