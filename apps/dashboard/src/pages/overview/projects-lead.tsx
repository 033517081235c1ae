import type { Branch } from '@svc/contract/branches';
import { LeadSentence } from '../../components/layout/lead-sentence.tsx';
import { formatCount } from '../../format/count.ts';

interface ProjectsLeadProps {
  branches: readonly Branch[];
  /** Whether they are those of a chosen name, not the default ones. */
  isChosen: boolean;
}

/** How many default branches are failing, where no one project is chosen. */
export function ProjectsLead({ branches, isChosen }: ProjectsLeadProps) {
  const kind = isChosen ? '' : 'default ';
  const failing = branches.filter(({ recent }) => recent.at(-1)?.status === 'failed');
  if (branches.length === 0) {
    return (
      <LeadSentence status="notRun" title="No execution in this period">
        A longer period or other filters may show some.
      </LeadSentence>
    );
  }
  const names = failing.map(({ project, branch }) => `${project} (${branch ?? 'no branch'})`);
  return (
    <LeadSentence
      status={failing.length === 0 ? 'passed' : 'failed'}
      title={
        failing.length === 0
          ? branches.length === 1
            ? `The ${kind}branch passes`
            : `All ${formatCount(branches.length)} ${kind}branches pass`
          : `${formatCount(failing.length)} of ${formatCount(branches.length)} ${kind}branches ${failing.length === 1 ? 'is' : 'are'} failing`
      }
    >
      {failing.length === 0 ? 'Choose a project to see its branches.' : `${names.join(', ')}.`}
    </LeadSentence>
  );
}
