import { OPEN } from '../../keyboard/key-hints.tsx';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { areLetterKeysOn, setLetterKeys } from '../../keyboard/letter-keys.ts';
import { NAV_PAGES } from '../nav-pages.ts';
import { GO_TO_KEYS } from './go-to-keys.ts';

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [GO_TO_KEYS], does: 'go to a test, an execution or a page' },
  { keys: ['/'], does: 'filter this list' },
  { keys: ['j', 'k'], does: 'next, previous row' },
  OPEN,
  { keys: ['esc'], does: 'back, close' },
  ...NAV_PAGES.map(({ key, label }) => ({ keys: ['g', key], does: label })),
];

/** The list of keys, and the switch for those that are single letters. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areLetterKeysOn);
  return (
    <Modal opened onClose={onClose} title="Keys" radius="lg">
      <div className="stack">
        <dl className="key-list">
          {KEYS.map(({ keys, does }) => (
            <div className="row" key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd className="mid">{does}</dd>
            </div>
          ))}
        </dl>
        <label className="row">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              setLetterKeys(target.checked);
              setOn(target.checked);
            }}
          />
          Single letters are shortcuts
        </label>
      </div>
    </Modal>
  );
}
