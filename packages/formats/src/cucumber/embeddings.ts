import { bytesOf } from '../json/base64.ts';
import { recordOf, recordsIn, textOf, type JsonRecord } from '../json/json-fields.ts';
import type { ReportAttachment } from '../report-batch.ts';

/** What a step or hook attached: base64, or in old reports the text itself. */
export function embeddingsOf(
  step: JsonRecord,
): (Pick<ReportAttachment, 'contentType' | 'content'> & { name: string | undefined })[] {
  return recordsIn(step['embeddings']).flatMap((embedding) => {
    const { data, name, mime_type: mimeType, media } = embedding;
    const text = textOf(data);
    const contentType = textOf(mimeType) ?? textOf(recordOf(media)['type']);
    const isText = contentType?.startsWith('text/') === true;
    const bytes = bytesOf(text) ?? (isText && text ? new TextEncoder().encode(text) : undefined);
    if (bytes === undefined) return [];
    return [{ name: textOf(name), contentType, content: { bytes } }];
  });
}
