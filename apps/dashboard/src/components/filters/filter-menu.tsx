import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FilterOptions } from '@svc/contract/filters';
import { formatNumber } from '../../format/count.ts';
import { trpc } from '../../server/trpc.ts';
import { FilterButton } from './filter-button.tsx';
import { findOptions, type MenuOption } from './find-options.ts';

// With fewer values, a search field would only be in the way.
const SEARCHED_FROM = 8;

export interface FilterMenuProps {
  label: string;
  value: string | undefined;
  /** What stands for no value: `all`. */
  unset: string;
  /** The same in the menu, where it needs more words. */
  unsetWords?: string;
  onChange: (value: string | undefined) => void;
  onClose: () => void;
  /** The values, or which of the executions' values they are. */
  options: readonly MenuOption[] | keyof FilterOptions;
  /** Which executions the values come from. */
  scope?: { project?: string | undefined; from?: string | undefined; to?: string | undefined };
  /** A value in words, where it differs. */
  valueWords?: (value: string) => string;
}

/** The open menu of a filter: its values with counts, searched by typing, moved through with the arrow keys. */
export function FilterMenu(props: FilterMenuProps) {
  const { label, value, unset, unsetWords = unset, onChange, onClose } = props;
  const { valueWords = (words) => words } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const { options, isLoading, hasFailed } = useOptions(props);
  const found = findOptions(options, search);
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (search !== '') selectFirstOption();
  }, [search, selectFirstOption]);
  const isSearched = options.length >= SEARCHED_FROM;
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      offset={4}
      classNames={{ dropdown: 'filter-menu', option: 'filter-option', options: 'filter-options' }}
      onOptionSubmit={(chosen) => {
        onChange(chosen === '' ? undefined : chosen.slice(1));
        onClose();
      }}
    >
      <Combobox.Target targetType="button">
        <FilterButton
          label={label}
          shown={value === undefined ? unset : valueWords(value)}
          isSet={value !== undefined}
          autoFocus={!isSearched}
          onClick={onClose}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {isSearched && (
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              className="menu-search"
              placeholder={`Find a ${label.toLowerCase()}`}
              aria-label={`Find a ${label.toLowerCase()}`}
              autoFocus
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </Combobox.EventsTarget>
        )}
        <Combobox.Options aria-label={label}>
          {search === '' && (
            <Combobox.Option value="" active={value === undefined}>
              <Mark isShown={value === undefined} />
              <span>{unsetWords}</span>
            </Combobox.Option>
          )}
          {found.map(({ name, words, count }) => (
            // Behind a sign, so that no value is the empty one.
            <Combobox.Option key={name} value={`=${name}`} active={name === value}>
              <Mark isShown={name === value} />
              <span className="clip" dir="auto" title={words ?? name}>
                {words ?? name}
              </span>
              {count !== undefined && <span className="count push">{formatNumber(count)}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {isLoading && <p className="filter-empty">Loading</p>}
        {hasFailed && <p className="filter-empty">The values could not be loaded.</p>}
        {!isLoading && !hasFailed && found.length === 0 && (
          <p className="filter-empty">
            {search === ''
              ? 'No execution of this window has one.'
              : `Nothing matches '${search}'.`}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function useOptions({ options, scope, value }: FilterMenuProps): {
  options: readonly MenuOption[];
  isLoading: boolean;
  hasFailed: boolean;
} {
  const isFixed = typeof options !== 'string';
  const query = useQuery(trpc.filters.options.queryOptions(scope ?? {}, { enabled: !isFixed }));
  if (isFixed) return { options, isLoading: false, hasFailed: false };
  const known = (query.data?.[options] ?? []).map(({ name, executions }) => ({
    name,
    count: executions,
  }));
  // A value of an old address may be no longer among them, and is still what is chosen.
  const isMissing = value !== undefined && !known.some(({ name }) => name === value);
  return {
    options: isMissing ? [{ name: value }, ...known] : known,
    isLoading: query.isPending,
    hasFailed: query.isError,
  };
}

function Mark({ isShown }: { isShown: boolean }) {
  return (
    <span className="menu-mark">
      {isShown && <IconCheck size={14} stroke={1.5} aria-label="chosen" />}
    </span>
  );
}
