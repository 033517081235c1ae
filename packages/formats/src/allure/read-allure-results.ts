import { BatchCollector, type ReportBatch } from '../report-batch.ts';
import { ReportError } from '../report-error.ts';
import type { SentPath } from '../report-parser.ts';
import type { JsonRecord } from '../json/json-fields.ts';
import { AllureFixtures } from './allure-fixtures.ts';
import { AllureIndex } from './allure-index.ts';
import { addAllureTest } from './allure-test.ts';
import { type AllureFile, readJsonFile } from './json-of-file.ts';

/**
 * Reads a folder of Allure results: `…-result.json`, a file for each attempt of a test, and `…-container.json`, its
 * set-ups and tear-downs. Results of one `historyId` are attempts, in the order of their start. Reads each file twice:
 * first to find what belongs together, then one test at a time.
 * @throws ReportError at the end, for files that cannot be read; the pieces before it are valid.
 */
export async function* readAllureResults(
  files: readonly AllureFile[],
  { sentPath }: { sentPath: SentPath },
): AsyncGenerator<ReportBatch> {
  const into = new BatchCollector();
  const index = new AllureIndex();
  const broken: string[] = [];
  const read = async (file: AllureFile): Promise<JsonRecord | undefined> => {
    try {
      return await readJsonFile(file);
    } catch (error) {
      if (!(error instanceof ReportError)) throw error;
      if (!broken.includes(file.name)) broken.push(file.name);
      return undefined;
    }
  };
  for (const file of files) {
    const record = await read(file);
    if (record !== undefined) index.add(file, record);
    into.tell(index.takeFacts());
    yield into.take();
  }
  const fixtures = new AllureFixtures(index, read);
  for (const entries of index.iterateTests()) {
    await addAllureTest(entries, { into, sentPath, read, index, fixtures });
    yield into.take();
  }
  refuseBroken(broken);
}

/** Names the first files that are not JSON: the tool was killed while it wrote them. */
function refuseBroken(names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  throw new ReportError(`no JSON in ${shown}${rest}`);
}

const MOST_NAMED = 3;
