import { Link, useLocation } from '@tanstack/react-router';
import { IconMenu2 } from '@tabler/icons-react';
import { NAV_PAGES } from './nav-pages.ts';

/** The navigation of a narrow window. It closes when a page is opened. */
export function NarrowMenu() {
  const { href } = useLocation();
  return (
    <details className="menu" key={href}>
      <summary aria-label="Menu">
        <IconMenu2 size={18} stroke={1.5} aria-hidden />
      </summary>
      <nav className="drawer" aria-label="Main">
        {NAV_PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </nav>
    </details>
  );
}
