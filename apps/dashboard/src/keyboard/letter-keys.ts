const STORED_AS = 'svc-letter-keys';

/** Whether single letters are shortcuts. WCAG 2.1.4 asks for a way to turn them off. */
export function areLetterKeysOn(): boolean {
  return localStorage.getItem(STORED_AS) !== 'off';
}

export function setLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, 'off');
}
