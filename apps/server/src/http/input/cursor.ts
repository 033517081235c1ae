import { SvcError } from '../../errors.ts';

/** Encodes a keyset position as an opaque text. */
export function encodeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** @throws SvcError BAD_REQUEST for a cursor that this server did not create. */
export function decodeCursor<Position>(
  cursor: string,
  isPosition: (value: unknown) => value is Position,
): Position {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPosition(value)) return value;
  } catch (error) {
    throw buildInvalidCursorError(error);
  }
  throw buildInvalidCursorError();
}

/** As the error of decodeCursor, for a position that turns out to be invalid. */
export function buildInvalidCursorError(cause?: unknown): SvcError {
  const message = 'Not a cursor of this list; take it from `nextCursor` of the page before';
  return new SvcError('BAD_REQUEST', `cursor: ${message}.`, {
    details: [{ path: 'cursor', message }],
    cause,
  });
}
