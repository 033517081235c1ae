import type { ShownDeviceSignIn } from '@svc/contract/people/device-sign-in';
import { TimeAgo } from '../../components/text/time.tsx';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';

interface DeviceDecisionProps {
  asked: ShownDeviceSignIn;
  email: string;
  /** The name of the one that the session would act for; undefined: none. */
  organization: string | undefined;
  onDecision: (decision: 'approved' | 'denied') => void;
}

/** Shows who asks for a session, with the code of the terminal, and approves or refuses. */
export function DeviceDecision({ asked, email, organization, onDecision }: DeviceDecisionProps) {
  const { userCode } = asked;
  const deny = async () => {
    await client.account.denyDeviceSignIn.mutate({ userCode });
    onDecision('denied');
  };
  return (
    <AuthBox title="Sign in this terminal?" lead="Check that your terminal shows the same code.">
      <div className="device">
        <p className="device-code mono">{userCode}</p>
        <DeviceFacts asked={asked} email={email} organization={organization} />
        <p className="mid">
          Approve only if you ran <code>svc login</code> yourself just now. If somebody sent you the
          code, refuse: they would act as you.
        </p>
      </div>
      <AuthForm
        action="Approve"
        onSubmit={async () => {
          await client.account.approveDeviceSignIn.mutate({ userCode });
          onDecision('approved');
        }}
      >
        {null}
      </AuthForm>
      <AuthForm action="Refuse" isSecondary onSubmit={deny}>
        {null}
      </AuthForm>
    </AuthBox>
  );
}

type DeviceFactsProps = Omit<DeviceDecisionProps, 'onDecision'>;

function DeviceFacts({ asked, email, organization }: DeviceFactsProps) {
  const { device, program, address, createdAt } = asked;
  return (
    <dl className="device-facts">
      <dt>Machine</dt>
      <dd>
        <bdi>{device}</bdi>, as the program states
      </dd>
      <dt>Program</dt>
      <dd>
        <bdi>{program}</bdi>
      </dd>
      <dt>Address</dt>
      <dd>{address}</dd>
      <dt>Asked</dt>
      <dd>
        <TimeAgo at={createdAt} />
      </dd>
      <dt>Signs in</dt>
      <dd>
        <bdi>{email}</bdi>
        {organization !== undefined && (
          <>
            , for <bdi>{organization}</bdi>
          </>
        )}
      </dd>
    </dl>
  );
}
