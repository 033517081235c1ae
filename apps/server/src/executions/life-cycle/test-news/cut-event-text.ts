import { EVENT_TEXT_BYTES } from '@svc/contract/webhooks/events';

const ELLIPSIS = '…';

/** The text within `EVENT_TEXT_BYTES`. A longer one is cut between characters and ends with an ellipsis. */
export function cutEventText(text: string): string {
  if (countInnerJsonBytes(text) <= EVENT_TEXT_BYTES) return text;
  let cut = '';
  let left = EVENT_TEXT_BYTES - countInnerJsonBytes(ELLIPSIS);
  for (const character of text) {
    left -= countInnerJsonBytes(character);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}${ELLIPSIS}`;
}

/** The bytes that the text has between the quotation marks of JSON. */
function countInnerJsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
