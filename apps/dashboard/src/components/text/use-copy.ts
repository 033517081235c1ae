import { useState } from 'react';

// Long enough to be read.
const SHOWN_MS = 2_000;

/** Copies a text. `state` says for two seconds whether it was copied. */
export function useCopy(text: string): {
  state: 'ready' | 'copied' | 'failed';
  copy: () => void;
} {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Browsers refuse the clipboard on plain http addresses other than localhost.
      setState('failed');
    }
    setTimeout(() => setState('ready'), SHOWN_MS);
  };
  return { state, copy: () => void copy() };
}
