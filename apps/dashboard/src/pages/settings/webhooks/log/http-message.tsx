import { JsonBlock } from '../../../../components/text/json-block.tsx';
import { toPlainText } from '../../../../components/text/plain-text.ts';

interface HttpMessageProps {
  label: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the server stored only the beginning of the body. */
  isCut: boolean;
}

/** The headers and the body of a request or an answer. */
export function HttpMessage({ label, headers, body, isCut }: HttpMessageProps) {
  const head = (
    <>
      {Object.entries(headers).map(([name, value]) => (
        <span key={name}>
          <span className="dim">{toPlainText(name)}:</span> {toPlainText(value)}
          {'\n'}
        </span>
      ))}
      {body !== '' && '\n'}
    </>
  );
  return (
    <>
      <JsonBlock label={label} text={body} head={head} />
      {isCut && <p className="sub">The body was longer. Only this beginning is stored.</p>}
    </>
  );
}
