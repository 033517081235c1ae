import type { FilterOption, FilterOptions, FilterOptionsQuery } from '@svc/contract/filters';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { parseWindow } from '../../http/input/window.ts';
import { listFilterOptions, type FilterKind } from './filter-options.queries.ts';

/**
 * The branches, environments, frameworks and tags of the executions in the window, the last used first.
 * @throws SvcError BAD_REQUEST for an invalid window.
 */
export async function readFilterOptions(
  deps: Deps,
  scope: Scope,
  { project, ...asked }: FilterOptionsQuery,
): Promise<FilterOptions> {
  const { from, to } = parseWindow(asked, deps.clock.now());
  const rows = await listFilterOptions(scope, { project, from, to });
  const optionsOf = (kind: FilterKind): FilterOption[] =>
    rows.filter((row) => row.kind === kind).map(({ name, executions }) => ({ name, executions }));
  return {
    branches: optionsOf('branch'),
    environments: optionsOf('environment'),
    frameworks: optionsOf('framework'),
    tags: optionsOf('tag'),
  };
}
