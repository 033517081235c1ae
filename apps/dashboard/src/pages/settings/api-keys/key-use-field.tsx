import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import type { KeyUse } from './key-draft.ts';

const USES: readonly { value: KeyUse; label: string; help: string }[] = [
  {
    value: 'ingest',
    label: 'Upload',
    help: 'Upload executions and read them back. Enough for reporters in CI.',
  },
  {
    value: 'pullRequests',
    label: 'Upload for pull requests',
    help: 'The same, except for the base branch of a project. A pull request that can read this key cannot report results as those of the base branch. CI of the base branch needs a key of its own.',
  },
  {
    value: 'full',
    label: 'Read and upload',
    help: 'Everything that a member may read. For the command line and the action’s comparisons.',
  },
];

/** What the key may do. */
export function KeyUseField({
  value,
  onChange,
}: {
  value: KeyUse;
  onChange: (use: KeyUse) => void;
}) {
  return <ChoiceField label="May" value={value} onChange={onChange} choices={USES} />;
}
