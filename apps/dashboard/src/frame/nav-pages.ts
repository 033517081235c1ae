/** The pages of the navigation. `key` opens a page after `g`. */
export const NAV_PAGES = [
  { to: '/', label: 'Overview', key: 'o' },
  { to: '/executions', label: 'Executions', key: 'e' },
  { to: '/failures', label: 'Failures', key: 't' },
  { to: '/flaky', label: 'Flaky tests', key: 'f' },
  { to: '/quarantine', label: 'Quarantine', key: 'q' },
  { to: '/compare', label: 'Compare', key: 'c' },
  { to: '/settings/{-$section}', label: 'Settings', key: 's' },
] as const;
