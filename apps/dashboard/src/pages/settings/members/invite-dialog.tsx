import type { NewInvitation, Role } from '@svc/contract/people/members';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../../components/forms/choice-field.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormDialog } from '../../../components/layout/form-dialog.tsx';
import { Dialog } from '../../../components/layout/dialog.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { CopyCommand } from '../../../components/text/copy.tsx';
import { formatDate } from '../../../format/time.ts';
import { usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

const CHOICES: readonly { value: Role; label: string; help: string }[] = [
  { value: 'member', label: 'Member', help: 'Reads everything.' },
  { value: 'admin', label: 'Admin', help: 'Also manages keys, members and settings.' },
  { value: 'owner', label: 'Owner', help: 'Also manages owners, and can delete the organization.' },
];

/** Invites somebody by e-mail address, and shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { isOwner } = usePermissions();
  const [role, setRole] = useState<Role>('member');
  const [email, setEmail] = useState('');
  const invite = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() }),
    }),
  );
  if (invite.data !== undefined) return <Invited invited={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite"
      action="Invite"
      isReady={!invite.isPending}
      width={460}
      onSubmit={() => invite.mutate({ email, role })}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        help="Only who has this address can accept."
      />
      <ChoiceField
        label="Role"
        value={role}
        onChange={setRole}
        choices={CHOICES.filter(({ value }) => isOwner || value !== 'owner')}
      />
      <Problem error={invite.error} title="The invitation could not be created." />
    </FormDialog>
  );
}

function Invited({
  invited: { invitation, link, isMailed },
  onClose,
}: {
  invited: NewInvitation;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`${invitation.email} is invited`}
      onClose={onClose}
      isOnce
      width={520}
      footer={
        <button className="btn" type="button" onClick={onClose}>
          Done
        </button>
      }
    >
      <div className="stack">
        <p className="mid">
          {isMailed
            ? 'The link was sent by mail. You can also pass it on yourself:'
            : 'This server sends no mail. Pass the link on yourself; it is shown once:'}
        </p>
        <CopyCommand command={link} label="Copy the link" />
        <p className="sub">
          It is valid until {formatDate(new Date(invitation.expiresAt))}, once, and only for{' '}
          {invitation.email}.
        </p>
      </div>
    </Dialog>
  );
}
