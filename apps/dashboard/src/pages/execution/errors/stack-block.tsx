import type { TestError } from '@svc/contract/executions/test-errors';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/count.ts';
import { CutText } from '../../../components/text/cut-text.tsx';
import { toPlainText } from '../../../components/text/plain-text.ts';
import { parseStack } from './stack-frames.ts';

/** Where the error was thrown. Its stack is folded; frames of the repository come first. */
export function StackBlock({ error: { stack, location } }: { error: TestError }) {
  const [isOpen, setOpen] = useState(false);
  const frames = useMemo(() => (stack === undefined ? [] : parseStack(stack)), [stack]);
  const place =
    location === undefined
      ? (frames.find((frame) => frame.isOwn)?.text ?? null)
      : `at ${[location.file.slice(-300), location.line, location.column].filter((one) => one !== undefined).join(':')}`;
  if (place === null && stack === undefined) return null;
  return (
    <>
      <div className="row wrap stack-head">
        {place !== null && <bdi className="sub mono">{place}</bdi>}
        {stack !== undefined && (
          <button
            className="btn quiet sm"
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen((open) => !open)}
          >
            {frames.length === 0 ? 'Stack' : `Stack, ${formatCount(frames.length, 'frame')}`}
            {isOpen ? (
              <IconChevronUp size={12} stroke={1.5} aria-hidden />
            ) : (
              <IconChevronDown size={12} stroke={1.5} aria-hidden />
            )}
          </button>
        )}
      </div>
      {isOpen && stack !== undefined && (
        // A scrolling block needs the focus to scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="block stack-frames" tabIndex={0} aria-label="Stack">
          {frames.length === 0 ? (
            <CutText text={toPlainText(stack)} />
          ) : (
            frames.map(({ text, isOwn }, at) => (
              // Frames have no identity besides their place.
              // oxlint-disable-next-line react/no-array-index-key
              <bdi className={isOwn ? 'frame own' : 'frame dim'} key={at}>
                {text}
              </bdi>
            ))
          )}
        </pre>
      )}
    </>
  );
}
