import { SvcClientError } from '@svc/client';
import type { AccountAnswer, ShownInvitation } from '@svc/contract/people/account';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Field } from '../../components/forms/field.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { formatDate } from '../../format/time.ts';
import { useAccount } from '../../server/account.ts';
import { signIn, signOut } from '../../server/sign-in.ts';
import { client, trpc } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { loadSitePage } from '../../server/site.ts';

/** The page of an invitation's link: joins the organization, after signing up or in where needed. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' });
  const invitation = useQuery(trpc.account.invitation.queryOptions({ token }));
  const account = useAccount();
  if (isRefused(invitation.error)) {
    return (
      <AuthBox title="This invitation is not valid" lead={invitation.error.message}>
        <Link className="btn tall" to="/">
          Go on
        </Link>
      </AuthBox>
    );
  }
  return (
    <Loaded query={invitation} what="The invitation" skeleton={<SkeletonRows rows={3} />}>
      {(shown) =>
        account === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <Invited token={token} shown={shown} account={account} />
        )
      }
    </Loaded>
  );
}

/** Whether the server does not know the invitation. Any other error says nothing about it. */
function isRefused(error: unknown): error is SvcClientError {
  return (
    error instanceof SvcClientError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')
  );
}

interface InvitedProps {
  token: string;
  shown: ShownInvitation;
  account: AccountAnswer;
}

function Invited({ token, shown, account }: InvitedProps) {
  const { user } = account;
  const { organization, email, role, invitedBy, expiresAt } = shown;
  const title = `Join ${organization}`;
  const lead = `${invitedBy} invited ${email} as ${role}. The invitation is valid until ${formatDate(new Date(expiresAt))}.`;
  const accept = async () => {
    await client.account.acceptInvitation.mutate({ token });
    // The session now acts for the organization.
    loadSitePage('/');
  };
  if (user === null && !account.passwords) {
    return (
      <AuthBox title={title} lead={lead}>
        <ProviderButtons providers={account.providers} next={toAddress(token)} isOnly />
      </AuthBox>
    );
  }
  if (user === null) return <JoinAsNewUser token={token} email={email} title={title} lead={lead} />;
  if (user.email !== email) {
    return (
      <AuthBox
        title={title}
        lead={`The invitation is for ${email}, and you are signed in as ${user.email}.`}
      >
        <button
          className="btn primary tall"
          type="button"
          onClick={() => void signOut(toAddress(token))}
        >
          Sign out, then accept as {email}
        </button>
      </AuthBox>
    );
  }
  return (
    <AuthBox title={title} lead={lead}>
      <AuthForm action={`Join as ${role}`} onSubmit={accept}>
        {null}
      </AuthForm>
    </AuthBox>
  );
}

interface JoinAsNewUserProps {
  token: string;
  email: string;
  title: string;
  lead: string;
}

/** Creates the account that joins. */
function JoinAsNewUser({ token, email, title, lead }: JoinAsNewUserProps) {
  return (
    <AuthBox
      title={title}
      lead={lead}
      foot={
        <>
          {email} has an account already?{' '}
          <Link className="link" to="/sign-in" search={{ next: toAddress(token) }}>
            Sign in
          </Link>{' '}
          to accept.
        </>
      }
    >
      <AuthForm
        action="Create account and join"
        onSubmit={async ({ name = '', password = '' }) => {
          await client.account.signUp.mutate({ name, password, invitation: token });
          await signIn({ email, password });
          loadSitePage('/');
        }}
      >
        <Field label="Email" name="shown" value={email} readOnly autoComplete="username" />
        <Field label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
        <NewPasswordField />
      </AuthForm>
    </AuthBox>
  );
}

function toAddress(token: string): string {
  return `/invitations/${token}`;
}
