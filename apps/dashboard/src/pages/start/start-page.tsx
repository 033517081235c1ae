import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { buildNewestExecutionQuery } from '../../components/executions/newest-execution-query.ts';
import { Segments } from '../../components/filters/segments.tsx';
import { SetupTabs } from '../../components/setup/setup-tabs.tsx';
import { SHELLS, buildSetCommand, guessShell } from '../../components/setup/shell-commands.ts';
import { useSetupTexts } from '../../components/setup/use-setup-texts.ts';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { CopyCommand } from '../../components/text/copy.tsx';
import { formatClock } from '../../format/time.ts';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatKeyHint } from '../../format/identity.ts';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { trpc } from '../../server/trpc.ts';
import { NothingArrives } from './nothing-arrives.tsx';
import { getSiteUrl } from '../../server/site.ts';

const POLL_MS = 3_000;

/** How to send the first execution. The page waits for it, and opens it when it has come. */
export function StartPage() {
  usePageTitle('Send the first execution');
  const [chosen, setChosen] = useState('vitest');
  const [shell, setShell] = useState(() => guessShell(navigator.userAgent));
  const { run = '' } = useSetupTexts().find(({ id }) => id === chosen) ?? {};
  return (
    <div className="start">
      <h1>Send the first execution</h1>
      <p className="mid">
        Three steps, about five minutes. This page opens the execution when it has arrived.
      </p>
      <div className="grid g-32">
        <ol className="onb">
          <KeyStep />
          <Step number={2} state="now" title="Add a reporter">
            <SetupTabs chosen={chosen} onChoose={setChosen} />
          </Step>
          <Step number={3} state="now" title="Run your tests">
            <div className="stack tight">
              <div>
                <Segments label="Shell" value={shell} segments={SHELLS} onChange={setShell} />
              </div>
              <CopyCommand
                command={buildSetCommand(shell, {
                  SVC_URL: getSiteUrl(),
                  SVC_API_KEY: 'svc_…',
                })}
                label="Copy the settings"
              />
              <CopyCommand command={run} label="Copy the command" />
            </div>
            <FirstExecution />
          </Step>
        </ol>
        <NothingArrives />
      </div>
    </div>
  );
}

/** The first active key, or the way to create one. */
function KeyStep() {
  const keys = useQuery(trpc.apiKeys.list.queryOptions({}));
  const key = keys.data?.items.find(({ status }) => status === 'active');
  return (
    <Step
      number={1}
      state={key === undefined ? 'now' : 'done'}
      title={key === undefined ? 'Create a key' : 'Key created'}
    >
      {key === undefined ? (
        <p className="mid">
          Reporters send executions with an API key.{' '}
          <Link className="link" to="/settings/{-$section}" params={{ section: 'api-keys' }}>
            Create one
          </Link>
          .
        </p>
      ) : (
        <p className="mid">
          “{key.name}” <span className="mono">{formatKeyHint(key.hint)}</span> was shown once, when
          it was created. Lost it?{' '}
          <Link className="link" to="/settings/{-$section}" params={{ section: 'api-keys' }}>
            Create another
          </Link>
          .
        </p>
      )}
    </Step>
  );
}

interface StepProps {
  number: number;
  state: 'done' | 'now';
  title: string;
  children: ReactNode;
}

function Step({ number, state, title, children }: StepProps) {
  return (
    <li className={state}>
      <span className="dotn">
        {state === 'done' ? <IconCheck size={14} stroke={2} aria-label="done" /> : number}
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}

/** Opens the next execution that comes, and returns the newest: undefined until it is known, null for none. */
function useNextExecution(since: Date) {
  const navigate = useNavigate();
  const { data } = useQuery({
    ...buildNewestExecutionQuery(undefined, since),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const newest = data?.items[0];
  const before = useRef<string>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    before.current ??= newest?.id ?? '';
    if (newest === undefined || newest.id === before.current) return;
    void navigate({
      to: '/executions/$executionId',
      params: { executionId: newest.id },
      search: { project: newest.project },
      replace: true,
    });
  }, [data, newest, navigate]);
  return data === undefined ? undefined : (newest ?? null);
}

/** Waits for an execution, and opens it. One that came before the page was opened is only named. */
function FirstExecution() {
  const [since] = useState(() => new Date());
  const newest = useNextExecution(since);
  return (
    <div className="note start-waiting" role="status">
      <StatusGlyph status="running" label={null} />
      <div className="grow">
        <b className="strong">Waiting for {newest == null ? 'the first' : 'the next'} execution</b>
        <div className="sub">
          Since <time dateTime={since.toISOString()}>{formatClock(since)}</time>.{' '}
          {newest == null ? (
            newest === null && 'Nothing has arrived yet.'
          ) : (
            <>
              The newest execution is{' '}
              <Link
                className="link"
                to="/executions/$executionId"
                params={{ executionId: newest.id }}
                search={{ project: newest.project }}
              >
                #{newest.number}
              </Link>
              , <TimeAgo at={newest.startedAt} />.
            </>
          )}
        </div>
      </div>
    </div>
  );
}
