import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from './changed-search.ts';

/** Changes values in the address of the open page, which stays where it is scrolled to. */
export function useChangeSearch<Search extends object>(): (
  changes: Partial<Search>,
  options?: { replace?: boolean },
) => void {
  const navigate = useNavigate();
  return (changes, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (current: object) => changeSearch(current, changes),
      replace,
      resetScroll: false,
    });
}
