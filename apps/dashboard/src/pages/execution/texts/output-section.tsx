import { useRef } from 'react';
import { CopyButton } from '../../../components/text/copy.tsx';
import { useKey } from '../../../keyboard/use-key.ts';
import { AnsiBlock } from './ansi-block.tsx';
import { plainText } from './plain-text.ts';

/** What the attempt printed. */
export function OutputSection({
  stdout,
  stderr,
  attempt,
}: {
  stdout: string | null;
  stderr: string | null;
  /** Named where the result has several. */
  attempt: number | null;
}) {
  const section = useRef<HTMLElement>(null);
  useKey({ key: 'o' }, () => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('pre')?.focus({ preventScroll: true });
  });
  const streams = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
  ].filter((stream): stream is { name: string; text: string } => Boolean(stream.text));
  if (streams.length === 0) return null;
  return (
    <section ref={section}>
      {streams.map(({ name, text }) => (
        <div className="output" key={name}>
          <h3>
            Output{' '}
            <span className="count">
              {attempt === null ? name : `${name} · attempt ${attempt}`}
            </span>
            <span className="push">
              <CopyButton className="btn quiet sm" text={plainText(text)} label={`Copy ${name}`}>
                Copy
              </CopyButton>
            </span>
          </h3>
          <AnsiBlock text={text} label={name} keep="end" />
        </div>
      ))}
    </section>
  );
}
