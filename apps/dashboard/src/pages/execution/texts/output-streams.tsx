import { CopyButton } from '../../../components/text/copy.tsx';
import { AnsiBlock } from './ansi-block.tsx';
import { toPlainText } from '../../../components/text/plain-text.ts';

interface OutputStreamsProps {
  stdout: string | null;
  stderr: string | null;
  /** Whose output it is, such as `Output`. */
  title: string;
  /** Beside the stream's name, such as `attempt 2`. */
  of: string | null;
}

/** The streams that are not empty, each with its heading and a button that copies it. */
export function OutputStreams({ stdout, stderr, title, of }: OutputStreamsProps) {
  const streams = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
  ].filter((stream): stream is { name: string; text: string } => Boolean(stream.text));
  return streams.map(({ name, text }) => (
    <div className="output" key={name}>
      <h3>
        {title} <span className="count">{of === null ? name : `${name} · ${of}`}</span>
        <span className="push">
          <CopyButton className="btn quiet sm" text={toPlainText(text)} label={`Copy ${name}`}>
            Copy
          </CopyButton>
        </span>
      </h3>
      <AnsiBlock text={text} label={`${title}, ${name}`} keep="end" />
    </div>
  ));
}
