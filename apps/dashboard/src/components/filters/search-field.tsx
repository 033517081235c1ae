import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

// Long enough for the next key of someone who types, short enough not to be noticed.
const TYPING_MS = 250;
const MOST_CHARACTERS = 200;

interface SearchFieldProps {
  /** What is searched, for the placeholder and the name: `Title or file`. */
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  className?: string;
}

/** Searches while someone types. `/` focuses the field, Esc empties it and leaves it. */
export function SearchField({ label, value = '', onChange, className = '' }: SearchFieldProps) {
  const { text, setText, send } = useTypedText(value, onChange);
  return (
    <label className={`filter find ${text === '' ? '' : 'on'} ${className}`}>
      <IconSearch size={14} stroke={1.5} aria-hidden />
      <input
        data-filter
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MOST_CHARACTERS}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') send(text);
          if (key !== 'Escape') return;
          setText('');
          send('');
          currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

/** What is typed, sent on a moment after the last letter. A value that comes from elsewhere replaces it. */
function useTypedText(value: string, onChange: (value: string | undefined) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // What was sent and has not come back as the value. Someone may type on meanwhile.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (known !== value) {
    setKnown(value);
    const place = sent.indexOf(value);
    setSent(sent.slice(place === -1 ? sent.length : place + 1));
    // The address changed by itself: back, or "clear filters".
    if (place === -1) setText(value);
  }
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const last = sent.at(-1) ?? value;
  const send = (next: string) => {
    const wanted = next.trim();
    if (wanted === last) return;
    setSent([...sent, wanted]);
    latest.current(wanted === '' ? undefined : wanted);
  };
  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    if (text.trim() === last) return undefined;
    const timer = setTimeout(() => sendLatest.current(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, last]);
  return { text, setText, send };
}
