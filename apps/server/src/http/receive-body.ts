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
    const pieces: Buffer[] = [];
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
      pieces.push(piece);
    };
    const refuse = (error: Error): void => {
      pieces.length = 0;
      body.off('data', onData).off('end', onEnd).resume();
      reject(error);
    };
    const onEnd = (): void => {
      if (contentLength !== null && contentLength !== received) {
        refuse(cutOff('Request body size did not match Content-Length'));
        return;
      }
      const whole = Buffer.concat(pieces);
      // The request lives on with its listeners, and with what they hold.
      pieces.length = 0;
      resolve(whole);
    };
    body.on('data', onData).on('end', onEnd);
    body.on('error', () => refuse(cutOff('The body was cut off')));
    if (contentLength !== null && contentLength > INGEST_LIMITS.bodyBytes) refuse(tooLargeBody());
  });
}

function cutOff(what: string): SvcError {
  return new SvcError('BAD_REQUEST', `${what}.`);
}
