import { decodeBase64 } from '../json/base64.ts';
import { toRecord, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import type { ReportAttachment } from '../report-batch.ts';

/** Attachments of a step or hook: base64, or in old reports the text itself. */
export function collectEmbeddings(
  step: JsonRecord,
): (Pick<ReportAttachment, 'contentType' | 'content'> & { name: string | undefined })[] {
  return toRecords(step['embeddings']).flatMap((embedding) => {
    const { data, name, mime_type: mimeType, media } = embedding;
    const text = toText(data);
    const contentType = toText(mimeType) ?? toText(toRecord(media)['type']);
    const isText = contentType?.startsWith('text/') === true;
    const bytes =
      decodeBase64(text) ?? (isText && text ? new TextEncoder().encode(text) : undefined);
    if (bytes === undefined) return [];
    return [{ name: toText(name), contentType, content: { bytes } }];
  });
}
