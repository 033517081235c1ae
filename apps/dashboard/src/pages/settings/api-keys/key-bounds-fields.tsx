import { Field } from '../../../components/forms/field.tsx';
import { ProjectsField } from '../projects/project-fields.tsx';

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
  return (
    <>
      <ProjectsField chosen={chosen} onChange={onProjects} />
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
