import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { useState } from 'react';
import { formatNumber } from '../../../format/count.ts';

const SHOWN_CHARACTERS = 400;

/** A text within a line, which wraps. Longer texts are cut, with a button that shows all of it. */
export function LongLine({ text, limit = SHOWN_CHARACTERS }: { text: string; limit?: number }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= limit || isWhole) return <bdi className="long-line">{text}</bdi>;
  return (
    <>
      <bdi className="long-line">{shortenText(text, limit)}</bdi>{' '}
      <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
        Show all {formatNumber(text.length)} characters
      </button>
    </>
  );
}
