import { JsonText } from '../../../../components/text/json-text.tsx';
import { plainText } from '../../../../components/text/plain-text.ts';

interface HttpMessageProps {
  label: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the server stored only the beginning of the body. */
  isCut: boolean;
}

/** The headers and the body of a request or an answer. */
export function HttpMessage({ label, headers, body, isCut }: HttpMessageProps) {
  return (
    <>
      {/* A scrolling block needs the focus to scroll by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="block http-message" tabIndex={0} aria-label={label}>
        {Object.entries(headers).map(([name, value]) => (
          <span className="http-header" key={name}>
            <span className="dim">{plainText(name)}:</span> <bdi>{plainText(value)}</bdi>
            {'\n'}
          </span>
        ))}
        {body !== '' && '\n'}
        <JsonText text={body} />
      </pre>
      {isCut && <p className="sub">The body was longer. Only this beginning is stored.</p>}
    </>
  );
}
