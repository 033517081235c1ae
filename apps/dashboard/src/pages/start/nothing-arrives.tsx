import { Panel } from '../../components/layout/panel.tsx';
import { buildSvcCommand } from '../../components/setup/setup-texts.ts';
import { CopyCommand } from '../../components/text/copy.tsx';
import { useAccount } from '../../server/account.ts';

/** What to do when no execution appears. */
export function NothingArrives() {
  const account = useAccount();
  if (account === undefined) return null;
  const { checkout } = account;
  return (
    <Panel title="Nothing arrives?">
      <div className="pad stack">
        <p className="mid">
          The reporter ends every run with one line that says what it sent. If the line is missing,
          the reporter is not configured.
        </p>
        <div>
          <CopyCommand command={`${buildSvcCommand(checkout)} doctor`} label="Copy the command" />
          <p className="sub">
            checks address, key, clock and unsent executions.
            {checkout?.folder === null && ' “Report files” says how to install it.'}
          </p>
        </div>
        <p className="mid">Uploads never change the exit code of your tests.</p>
        {checkout !== null && (
          <p className="mid">
            To look around first, run <code>npx -y pnpm@12 seed</code> in the server’s folder: it
            makes an organization “Demo” with a history.
          </p>
        )}
      </div>
    </Panel>
  );
}
