import { useLocation } from '@tanstack/react-router';
import { IconMenu2 } from '@tabler/icons-react';
import { NavLinks } from './nav-links.tsx';

/** The navigation of a narrow window. It closes when a page is opened. */
export function NarrowMenu() {
  const { href } = useLocation();
  return (
    // The summary is the button; the list only passes on its Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      className="menu"
      key={href}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary aria-label="Menu">
        <IconMenu2 size={18} stroke={1.5} aria-hidden />
      </summary>
      <nav className="drawer" aria-label="Main">
        <NavLinks />
      </nav>
    </details>
  );
}
