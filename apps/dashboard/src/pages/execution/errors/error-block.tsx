import type { TestError } from '@svc/contract/executions/test-errors';
import { useMemo } from 'react';
import { CutText } from '../../../components/text/cut-text.tsx';
import { toPlainText } from '../../../components/text/plain-text.ts';
import { CodeFrame } from './code-frame.tsx';
import { DiffBlock } from './diff-block.tsx';
import { parseDiff, diffValues } from './diff-lines.ts';
import { StackBlock } from './stack-block.tsx';

/** One error with its difference, its place in the code, its stack and what caused it. */
export function ErrorBlock({ error }: { error: TestError }) {
  const { message, diff, expected, actual, snippet, cause } = error;
  const difference = useMemo(() => {
    if (diff !== undefined && diff.trim() !== '') return parseDiff(diff);
    if (expected === undefined || actual === undefined) return null;
    return diffValues(expected, actual);
  }, [diff, expected, actual]);
  const text = useMemo(() => toPlainText(message), [message]);
  return (
    <div className="error">
      <div className="errmsg" dir="auto">
        <CutText text={text.trim() === '' ? '(no message)' : text} />
      </div>
      {difference !== null && difference.lines.length > 0 && <DiffBlock diff={difference} />}
      {snippet !== undefined && snippet.trim() !== '' && <CodeFrame snippet={snippet} />}
      <StackBlock error={error} />
      {cause !== undefined && (
        <div className="cause">
          <h3>Caused by</h3>
          <ErrorBlock error={cause} />
        </div>
      )}
    </div>
  );
}
