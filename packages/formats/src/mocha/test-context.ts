import { decodeBase64 } from '../json/base64.ts';
import { toRecord, toText } from '../json/json-fields.ts';
import type { ReportAttachment } from '../report-batch.ts';

type Attached = Pick<ReportAttachment, 'name' | 'contentType' | 'content'>;

/**
 * Collects what `addContext` of mochawesome attached to a test: paths of screenshots and videos, and images as `data:`
 * texts. Other texts and values are left out.
 */
export function collectContextAttachments(context: unknown): Attached[] {
  const value = typeof context === 'string' ? parseContext(context) : context;
  const all = Array.isArray(value) ? value.slice(0, MOST_ATTACHMENTS) : [value];
  return all.flatMap((one: unknown) => {
    const { title, value: inner } = toRecord(one);
    const text = toText(one) ?? toText(inner);
    const attached = text === undefined ? undefined : parseAttached(text);
    return attached === undefined ? [] : [{ ...attached, name: toText(title) ?? attached.name }];
  });
}

const MOST_ATTACHMENTS = 1_000;

/** Parses the text as JSON; returns a text that is not JSON unchanged. */
function parseContext(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function parseAttached(text: string): Attached | undefined {
  const data = /^data:([\w/+.-]{1,100});base64,/.exec(text);
  if (data !== null) {
    const bytes = decodeBase64(text.slice(data[0].length));
    return bytes === undefined
      ? undefined
      : { name: 'image', contentType: data[1], content: { bytes } };
  }
  const isPath = text.length < LONGEST_PATH && !text.includes('://') && FILE.test(text);
  return isPath ? { name: text.split(/[/\\]/).at(-1) ?? text, content: { path: text } } : undefined;
}

const LONGEST_PATH = 1_000;
const FILE = /\.(?:png|jpe?g|gif|webp|svg|mp4|webm|mov)$/i;
