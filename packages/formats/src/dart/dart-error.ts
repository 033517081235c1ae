import type { Location, TestError } from '@svc/contract/executions/test-errors';
import { toText, type JsonRecord } from '../json/json-fields.ts';
import type { SentPath } from '../report-parser.ts';
import { buildTextError } from '../text/text-error.ts';

export function buildDartError(event: JsonRecord, sentPath: SentPath): TestError {
  const stack = toText(event['stackTrace']);
  const error = buildTextError({ message: toText(event['error']), text: stack });
  const location = findOwnFrame(stack ?? '', sentPath);
  return location === undefined ? error : { ...error, location };
}

/** `test/cart_test.dart 13:9  main.<fn>`; frames of packages begin with `package:`, those of Dart with `dart:`. */
function findOwnFrame(stack: string, sentPath: SentPath): Location | undefined {
  for (const line of stack.split('\n', MOST_LINES)) {
    const [, path, row, column] = /^(\S{1,500}\.dart) (\d{1,9})(?::(\d{1,9}))?\s/.exec(line) ?? [];
    if (path === undefined || /^(?:package|dart):/.test(path)) continue;
    const file = sentPath(path.replace(/^file:\/\//, ''));
    return { file, line: Number(row), ...(column !== undefined && { column: Number(column) }) };
  }
  return undefined;
}

const MOST_LINES = 1_000;

export function isDartTimeout({ message }: TestError): boolean {
  return /^TimeoutException after [\d:.]{1,40}: Test timed out /.test(message);
}

/** Flutter prints why a widget test failed; its error only refers to that. */
export function findFlutterReason({ message }: TestError, printed: string): string | undefined {
  if (!message.startsWith('Test failed. See exception logs above.')) return undefined;
  const from = /\bwas thrown[^\n]{0,200}:\n/.exec(printed);
  if (from === null) return undefined;
  const rest = printed.slice(from.index + from[0].length);
  return rest.split(/\n\n(?:When the exception was thrown|The test description was)/, 1)[0]?.trim();
}
