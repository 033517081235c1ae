import type { AccountAnswer } from '@svc/contract/people/account';
import type { ShownDeviceSignIn } from '@svc/contract/people/device-sign-in';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { LeaveForNewPassword } from '../../frame/dead-ends/leave-for-new-password.tsx';
import { useAccount } from '../../server/account.ts';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { DeviceDecision } from './device-decision.tsx';

/**
 * Where a person signs in a program that has no browser, such as `svc login`. The code is typed and never part of a
 * link: otherwise a link from somebody else would be approved with one click.
 */
export function DevicePage() {
  const account = useAccount();
  if (account === undefined) return <SkeletonRows rows={3} />;
  if (account.user === null) return <Navigate to="/sign-in" search={{ next: '/device' }} replace />;
  if (account.user.mustChangePassword) return <LeaveForNewPassword />;
  return <DeviceSteps account={account} user={account.user} />;
}

interface DeviceStepsProps {
  account: AccountAnswer;
  user: NonNullable<AccountAnswer['user']>;
}

type Step =
  | { kind: 'code' }
  | { kind: 'decision'; asked: ShownDeviceSignIn }
  | { kind: 'approved' | 'denied'; asked: ShownDeviceSignIn };

function DeviceSteps({ account, user }: DeviceStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'code' });
  if (step.kind === 'decision') {
    return (
      <DeviceDecision
        asked={step.asked}
        email={user.email}
        organization={account.activeOrganization?.name}
        onDecision={(kind) => setStep({ kind, asked: step.asked })}
      />
    );
  }
  if (step.kind !== 'code')
    return <Decided isApproved={step.kind === 'approved'} {...step.asked} />;
  return (
    <AuthBox
      title="Sign in a terminal"
      lead="Type the code that svc login shows in your terminal."
      foot={`You are signed in as ${user.email}.`}
    >
      <AuthForm
        action="Continue"
        onSubmit={async ({ userCode = '' }) => {
          const asked = await client.account.deviceSignIn.query({ userCode });
          setStep({ kind: 'decision', asked });
        }}
      >
        <Field
          label="Code"
          name="userCode"
          placeholder="BCDF-GHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          autoFocus
        />
      </AuthForm>
    </AuthBox>
  );
}

function Decided({ isApproved, device }: { isApproved: boolean; device: string }) {
  return isApproved ? (
    <AuthBox
      title="Terminal signed in"
      lead={
        <>
          Go back to the terminal on <bdi>{device}</bdi>. Settings → Account lists its session, and
          can end it.
        </>
      }
    />
  ) : (
    <AuthBox title="Sign-in refused" lead="The terminal got no access. You can close this page." />
  );
}
