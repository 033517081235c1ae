import { Link } from '@tanstack/react-router';
import { NAV_PAGES } from './nav-pages.ts';

/** The links to the pages; the current one is marked. */
export function NavLinks() {
  return NAV_PAGES.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
    >
      {label}
    </Link>
  ));
}
