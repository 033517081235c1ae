import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useKey } from '../../keyboard/use-key.ts';
import { lazyPart } from '../../server/load-code.ts';
import { GO_TO_KEYS } from './go-to-keys.ts';

const CommandMenu = lazyPart(() => import('./command-menu.tsx'), 'CommandMenu');

/** Opens the menu that goes to a page, test or execution. Its code is loaded on first use, while a field takes what is typed. */
export function CommandButton() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  useKey({ key: 'k', withCommand: true }, () => setOpen(true));
  return (
    <>
      <button className="search only-wide" type="button" onClick={() => setOpen(true)}>
        <IconSearch size={14} stroke={1.5} aria-hidden />
        <span>Go to</span>
        <kbd>{GO_TO_KEYS}</kbd>
      </button>
      {isOpen && (
        <Suspense
          fallback={
            <input
              className="sr"
              aria-label="Go to"
              ref={(field) => field?.focus()}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          }
        >
          <CommandMenu typed={typed} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
