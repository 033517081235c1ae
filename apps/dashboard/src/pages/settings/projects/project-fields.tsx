import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SelectField } from '../../../components/forms/field.tsx';
import { listOfferedProjects } from './offered-projects.ts';
import { buildProjectsQuery } from './projects-query.ts';

interface ProjectFieldProps {
  /** Empty: every project. */
  chosen: string;
  error: string | undefined;
  onChange: (chosen: string) => void;
}

/** One project, or all of them. */
export function ProjectField({ chosen, error, onChange }: ProjectFieldProps) {
  const { names, more } = useProjects(chosen === '' ? [] : [chosen]);
  return (
    <div className="stack tight">
      <SelectField
        label="Only this project"
        value={chosen}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">All projects</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <MoreProjects {...more} />
    </div>
  );
}

interface ProjectsFieldProps {
  /** None: every project. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Some projects, or all of them. Shows nothing while there is no project. */
export function ProjectsField({ chosen, onChange }: ProjectsFieldProps) {
  const { names, more } = useProjects(chosen);
  if (names.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>Only these projects</legend>
      <div className="project-choices">
        {names.map((name) => (
          <ProjectChoice
            key={name}
            name={name}
            isChosen={chosen.includes(name)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
        <MoreProjects {...more} />
      </div>
      <span className="help">None chosen: every project.</span>
    </fieldset>
  );
}

interface ProjectChoiceProps {
  name: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function ProjectChoice({ name, isChosen, onChange }: ProjectChoiceProps) {
  const id = useId();
  return (
    <label className="row project-choice" htmlFor={id}>
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

/** The names to choose from, and how the next page of them is loaded. */
function useProjects(chosen: readonly string[]): { names: string[]; more: MoreProjectsProps } {
  const projects = useInfiniteQuery(buildProjectsQuery());
  const known = (projects.data?.pages ?? []).flatMap(({ items }) => items.map(({ name }) => name));
  return {
    names: listOfferedProjects(known, chosen),
    more: {
      hasMore: projects.hasNextPage,
      isLoading: projects.isFetchingNextPage,
      onMore: () => void projects.fetchNextPage(),
    },
  };
}

interface MoreProjectsProps {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

function MoreProjects({ hasMore, isLoading, onMore }: MoreProjectsProps) {
  if (!hasMore) return null;
  return (
    <button className="btn sm more-projects" type="button" disabled={isLoading} onClick={onMore}>
      Load more projects
    </button>
  );
}
