import { Combobox, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FilterOptions } from '@svc/contract/filters';
import { formatNumber } from '../../format/count.ts';
import { ChosenMark } from '../layout/chosen-mark.tsx';
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
        {isSearched && <MenuSearch label={label} value={search} onChange={setSearch} />}
        <Combobox.Options aria-label={label}>
          {search === '' && (
            <Combobox.Option value="" active={value === undefined}>
              <ChosenMark isShown={value === undefined} />
              <span>{unsetWords}</span>
            </Combobox.Option>
          )}
          {found.map((option) => (
            <ValueOption key={option.name} option={option} isChosen={option.name === value} />
          ))}
        </Combobox.Options>
        {(isLoading || hasFailed || found.length === 0) && (
          <p className="filter-empty">{describeNoOption({ search, isLoading, hasFailed })}</p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface MenuSearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function MenuSearch({ label, value, onChange }: MenuSearchProps) {
  const name = `Find a ${label.toLowerCase()}`;
  return (
    <Combobox.EventsTarget withExpandedAttribute>
      <input
        className="menu-search"
        placeholder={name}
        aria-label={name}
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Combobox.EventsTarget>
  );
}

function ValueOption({ option, isChosen }: { option: MenuOption; isChosen: boolean }) {
  const { name, words = name, count } = option;
  return (
    // The sign before the name keeps every value different from the empty one.
    <Combobox.Option value={`=${name}`} active={isChosen}>
      <ChosenMark isShown={isChosen} />
      <span className="clip" dir="auto" title={words}>
        {words}
      </span>
      {count !== undefined && <span className="count push">{formatNumber(count)}</span>}
    </Combobox.Option>
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

function describeNoOption(menu: { search: string; isLoading: boolean; hasFailed: boolean }) {
  const { search, isLoading, hasFailed } = menu;
  if (isLoading) return 'Loading';
  if (hasFailed) return 'The values could not be loaded.';
  return search === '' ? 'No execution of this window has one.' : `Nothing matches '${search}'.`;
}
