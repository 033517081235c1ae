import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { projectsQuery } from '../projects/projects-query.ts';

interface KeyBoundsFieldsProps {
  /** The chosen projects; none: every project. */
  chosen: readonly string[];
  branches: string;
  branchError: string | undefined;
  onProjects: (chosen: string[]) => void;
  onBranches: (branches: string) => void;
}

/** To which projects and branches a key is bound. Empty fields bind it to none. */
export function KeyBoundsFields({
  chosen,
  branches,
  branchError,
  onProjects,
  onBranches,
}: KeyBoundsFieldsProps) {
  const projects = useInfiniteQuery(projectsQuery());
  const known = (projects.data?.pages ?? []).flatMap(({ items }) => items.map(({ name }) => name));
  // The project of the page may be on a later page of the list.
  const listed = [...new Set([...chosen, ...known])];
  return (
    <>
      {listed.length > 0 && (
        <fieldset className="choices">
          <legend>Only these projects</legend>
          <div className="key-projects">
            {listed.map((name) => (
              <ProjectChoice
                key={name}
                name={name}
                isChosen={chosen.includes(name)}
                onChange={(isChosen) =>
                  onProjects(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
            ))}
            {projects.hasNextPage && (
              <button
                className="btn sm"
                type="button"
                disabled={projects.isFetchingNextPage}
                onClick={() => void projects.fetchNextPage()}
              >
                Load more projects
              </button>
            )}
          </div>
          <span className="help">None chosen: every project.</span>
        </fieldset>
      )}
      <Field
        label="Only these branches"
        value={branches}
        maxLength={5_000}
        autoComplete="off"
        spellCheck={false}
        placeholder="all branches"
        help="Separated by spaces, such as release/* !release/old. A leading ! excludes."
        error={branchError ?? null}
        onChange={({ target }) => onBranches(target.value)}
      />
    </>
  );
}

function ProjectChoice({
  name,
  isChosen,
  onChange,
}: {
  name: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}) {
  const id = useId();
  return (
    <label className="row key-project" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
      />
      <bdi className="clip">{name}</bdi>
    </label>
  );
}
