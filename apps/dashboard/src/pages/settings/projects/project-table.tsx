import type { ListedProject } from '@svc/contract/projects';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../../components/states/empty.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatNumber } from '../../../format/count.ts';
import { usePermissions } from '../../../server/account.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';
import { GuardedButton } from '../guarded-button.tsx';

interface ProjectTableProps {
  items: readonly ListedProject[];
  onEdit: (project: ListedProject) => void;
  onDelete: (project: ListedProject) => void;
  children: ReactNode;
}

/** The projects with their default branches and counts. */
export function ProjectTable({ items, onEdit, onDelete, children }: ProjectTableProps) {
  const { adminsOnly } = usePermissions();
  if (items.length === 0) {
    return (
      <Empty
        title="There is no project yet"
        action={
          <Link className="btn" to="/start">
            Send the first execution
          </Link>
        }
      />
    );
  }
  return (
    <>
      <table className="cards">
        <TableHead
          names={['Name', 'Default branch']}
          numbers={['Executions', 'Tests', 'Last execution']}
          action="Actions"
        />
        <tbody>
          {items.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              adminsOnly={adminsOnly}
              onEdit={() => onEdit(project)}
              onDelete={() => onDelete(project)}
            />
          ))}
        </tbody>
      </table>
      {children}
    </>
  );
}

interface ProjectRowProps {
  project: ListedProject;
  adminsOnly: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

function ProjectRow({ project, adminsOnly, onEdit, onDelete }: ProjectRowProps) {
  const { name, executions, tests, lastExecutionAt } = project;
  return (
    <tr className="go">
      <td className="m1">
        <bdi>
          {/* The rule does not see the text of a variable. */}
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
          <Link className="ttl" to="/" search={{ project: name }} data-row>
            {name}
          </Link>
        </bdi>
      </td>
      <td className="m2 r">
        <DefaultBranch project={project} adminsOnly={adminsOnly} onEdit={onEdit} />
      </td>
      <td className="n m3" data-l="executions">
        {formatNumber(executions)}
      </td>
      <td className="n m4 r" data-l="tests">
        {formatNumber(tests)}
      </td>
      <td className="n m5" data-l="last">
        {lastExecutionAt === null ? (
          <span className="dim">never</span>
        ) : (
          <TimeAgo at={lastExecutionAt} />
        )}
      </td>
      <td className="fit m6 r">
        <GuardedButton
          refusal={adminsOnly}
          className="btn sm"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          Delete
        </GuardedButton>
      </td>
    </tr>
  );
}

type DefaultBranchProps = Omit<ProjectRowProps, 'onDelete'>;

function DefaultBranch({ project, adminsOnly, onEdit }: DefaultBranchProps) {
  const { name, defaultBranch, isDefaultBranchChosen } = project;
  return (
    <span className="row default-branch">
      <bdi className="clip" title={defaultBranch ?? undefined}>
        {defaultBranch ?? <span className="dim">none</span>}
      </bdi>
      {isDefaultBranchChosen && (
        <span className="chip" title="An admin chose it. New executions do not change it.">
          chosen
        </span>
      )}
      <GuardedButton
        refusal={adminsOnly}
        className="btn sm"
        aria-label={`Change the default branch of ${name}`}
        onClick={onEdit}
      >
        Change
      </GuardedButton>
    </span>
  );
}
