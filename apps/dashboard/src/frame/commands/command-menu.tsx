import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Execution } from '@svc/contract/executions/executions';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toDocsAddress } from '../../components/links/docs-link.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { formatTestTitle } from '../../format/identity.ts';
import {
  buildExecutionLookUp,
  parseExecutionNumber,
  parsePullRequestNumber,
} from '../../search/execution-look-up.ts';
import { trpc, type Outputs } from '../../server/trpc.ts';
import { NAV_PAGES } from '../nav-pages.ts';

const TYPING_MS = 150;
const PER_KIND = 5;

interface Target {
  id: string;
  kind: 'Pages' | 'Pull requests' | 'Executions' | 'Tests';
  title: string;
  detail: string;
  open: () => void;
}

interface CommandMenuProps {
  /** What was typed before the menu was there. */
  typed: string;
  onClose: () => void;
}

/** Goes to a page, a test, a pull request, or an execution by its number, branch, commit, author or name. */
export function CommandMenu({ typed, onClose }: CommandMenuProps) {
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const { targets, isLoading, nothing } = useTargets(text.trim(), onClose);
  const move = (step: number) =>
    setChosen((index) => Math.max(0, Math.min(targets.length - 1, index + step)));
  return (
    <Modal opened onClose={onClose} withCloseButton={false} padding={0} radius="lg" yOffset={72}>
      <div className="command-menu">
        <input
          className="command-input"
          placeholder="Test, execution number, PR, branch, author or page"
          aria-label="Go to"
          role="combobox"
          aria-expanded="true"
          aria-controls="command-targets"
          aria-activedescendant={targets[chosen] === undefined ? undefined : `target-${chosen}`}
          value={text}
          data-autofocus
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              move(event.key === 'ArrowDown' ? 1 : -1);
            }
            if (event.key === 'Enter') targets[chosen]?.open();
          }}
        />
        <TargetList targets={targets} chosen={chosen} onChoose={setChosen} />
        {targets.length === 0 && (
          <p className="command-none mid row">
            <StatusGlyph status={isLoading ? 'running' : 'notRun'} label={null} />
            {isLoading ? 'Searching' : nothing}
          </p>
        )}
      </div>
    </Modal>
  );
}

interface TargetListProps {
  targets: readonly Target[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** The targets by kind. The input keeps the focus and moves through them. */
function TargetList({ targets, chosen, onChoose }: TargetListProps) {
  return (
    <div className="reslist" id="command-targets" role="listbox" aria-label="Where to go">
      {targets.map(({ id, kind, title, detail, open }, index) => (
        <div key={id} role="presentation">
          {targets[index - 1]?.kind !== kind && <div className="grp">{kind}</div>}
          <button
            id={`target-${index}`}
            type="button"
            role="option"
            aria-selected={index === chosen}
            className="command-target"
            onClick={open}
            onMouseMove={() => onChoose(index)}
          >
            <span className="clip">{title}</span>
            <span className="sub clip">{detail}</span>
          </button>
        </div>
      ))}
    </div>
  );
}

interface Targets {
  targets: Target[];
  isLoading: boolean;
  /** Why there is no target. */
  nothing: string;
}

function useTargets(text: string, onClose: () => void): Targets {
  const navigate = useNavigate();
  const { project } = useSearch({ from: '/frame' });
  const [search] = useDebouncedValue(text, TYPING_MS);
  const isAsked = search.length >= 2;
  const scope = { ...(project === undefined ? {} : { project }), limit: PER_KIND };
  const number = parseExecutionNumber(search);
  const executions = useQuery(
    trpc.executions.list.queryOptions(
      { ...scope, ...buildExecutionLookUp(search, project) },
      { enabled: isAsked || number !== null },
    ),
  );
  const numbered = useNumbered(project === undefined ? number : null);
  const tests = useQuery(
    trpc.tests.list.queryOptions({ ...scope, search, recent: 0 }, { enabled: isAsked }),
  );
  const found = [...numbered.items, ...(executions.data?.items ?? [])];
  return {
    isLoading:
      ((executions.isFetching || tests.isFetching || search !== text) && isAsked) ||
      numbered.isFetching,
    nothing:
      executions.isError || tests.isError || numbered.isError
        ? 'The search did not succeed. Try it again.'
        : `Nothing matches '${text}'.`,
    targets: listTargets(
      {
        text,
        search,
        executions: found,
        tests: tests.data?.items ?? [],
        documentation: {
          id: 'documentation',
          kind: 'Pages',
          title: 'Documentation',
          detail: '',
          open: () => void window.open(toDocsAddress()),
        },
      },
      navigate,
    ).map((target) => ({
      ...target,
      open: () => {
        onClose();
        target.open();
      },
    })),
  };
}

interface Found {
  text: string;
  search: string;
  executions: readonly Execution[];
  tests: Outputs['tests']['list']['items'];
  documentation: Target;
}

/** Pages, pull requests, executions and tests, each with the way to it. */
function listTargets(
  { text, search, executions, tests, documentation }: Found,
  navigate: ReturnType<typeof useNavigate>,
): Target[] {
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const pages = NAV_PAGES.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  return [
    ...pages.map(({ to, label, key }): Target => ({
      id: to,
      kind: 'Pages',
      title: label,
      detail: `g ${key}`,
      open: () => void navigate({ to }),
    })),
    ...('documentation'.includes(text.toLowerCase()) ? [documentation] : []),
    ...pickPullRequests(executions, search).map(({ project, number }): Target => ({
      id: `pr-${project}-${number}`,
      kind: 'Pull requests',
      title: `PR ${number}`,
      detail: project,
      open: () =>
        void navigate({
          to: '/projects/$project/pull-requests/$number',
          params: { project, number: String(number) },
        }),
    })),
    ...[...byId.values()].map(({ id, number, name, git, project }): Target => ({
      id,
      kind: 'Executions',
      title: `#${number} ${git.message?.split('\n')[0] ?? name ?? ''}`,
      detail: [project, git.branch].filter(Boolean).join(' · '),
      open: () => void navigate({ to: '/executions/$executionId', params: { executionId: id } }),
    })),
    ...tests.map(({ testId, titlePath, file }): Target => ({
      id: testId,
      kind: 'Tests',
      title: formatTestTitle(titlePath),
      detail: file,
      open: () => void navigate({ to: '/tests/$testId', params: { testId } }),
    })),
  ];
}

/** The pull requests of the executions that were found, if their number is meant. */
function pickPullRequests(executions: readonly Execution[], search: string) {
  const meant = parsePullRequestNumber(search) ?? parseExecutionNumber(search);
  const found = executions.filter(({ ci }) => ci.pullRequest === meant);
  const projects = new Set(found.map(({ project }) => project));
  return meant === null ? [] : [...projects].map((project) => ({ project, number: meant }));
}

/** The executions with a number, which counts up in each project: of the first few projects. */
function useNumbered(number: number | null): {
  items: Execution[];
  isFetching: boolean;
  isError: boolean;
} {
  const projects = useQuery(
    trpc.projects.list.queryOptions({ limit: PER_KIND }, { enabled: number !== null }),
  );
  const found = useQueries({
    queries: (number === null ? [] : (projects.data?.items ?? [])).map(({ name }) =>
      trpc.executions.list.queryOptions({
        project: name,
        limit: 1,
        ...buildExecutionLookUp(String(number), name),
      }),
    ),
  });
  return {
    items: found.flatMap(({ data }) => data?.items ?? []),
    isFetching: projects.isFetching || found.some(({ isFetching }) => isFetching),
    isError: projects.isError || found.some(({ isError }) => isError),
  };
}
