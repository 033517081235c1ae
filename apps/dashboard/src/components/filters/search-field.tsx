import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

// Long enough for the next key of someone who types, short enough not to be noticed.
const TYPING_MS = 250;

interface SearchFieldProps {
  /** What is searched, for the placeholder and the name: `Title or file`. */
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Searches while someone types. `/` focuses the field, Esc empties it and leaves it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value ?? '');
  const sent = useRef(value ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by itself: back, or "clear filters".
  useEffect(() => {
    if ((value ?? '') === sent.current) return;
    sent.current = value ?? '';
    setText(sent.current);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    sent.current = next.trim();
    onChange(sent.current === '' ? undefined : sent.current);
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), TYPING_MS);
  };
  return (
    <label className={text === '' ? 'filter find' : 'filter find on'}>
      <IconSearch size={14} stroke={1.5} aria-hidden />
      <input
        data-filter
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') send(text);
          if (key !== 'Escape') return;
          if (text !== '') {
            setText('');
            send('');
          }
          currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
