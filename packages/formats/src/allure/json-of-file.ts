import { decodeText } from '../text/decoded-text.ts';
import { toRecord, type JsonRecord } from '../json/json-fields.ts';
import { ReportError } from '../report-error.ts';

/** A file of the folder, which may be opened several times. */
export interface AllureFile {
  name: string;
  open: () => AsyncIterable<Uint8Array>;
}

/** @throws ReportError for a file that is too large or no JSON. */
export async function readJsonFile({ name, open }: AllureFile): Promise<JsonRecord> {
  let text = '';
  for await (const part of decodeText(open())) {
    text += part;
    if (text.length > LARGEST_FILE) throw new ReportError(`${name} is larger than 64 MiB`);
  }
  try {
    return toRecord(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ReportError(`${name} is no JSON`);
    throw error;
  }
}

const LARGEST_FILE = 64 * 1024 * 1024;
