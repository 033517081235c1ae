import { findExhaustedResource, type ExhaustedResource } from '../exhausted-resource.ts';
import { draftStep, type DraftStep, type PlannedFailure } from './draft-step.ts';

/** Run it again where that can help, and repair what the machine lacks. */
export function buildInfraSteps({ read, verdict }: PlannedFailure): DraftStep[] {
  const kinds = verdict.evidence.filter(({ weight }) => weight > 0).map(({ kind }) => kind);
  const kind = kinds.find((one) => REMEDIES.has(one));
  const remedy = kind === undefined ? undefined : REMEDIES.get(kind);
  const resource = findExhaustedResource([
    read.besideValues.message,
    read.besideValues.log,
    read.besideValues.stack,
  ]);
  const quote = verdict.evidence.find((one) => one.kind === kind)?.quote;
  return [
    ...(remedy?.passes === true || remedy === undefined
      ? [
          draftStep({
            action: 'retry',
            title: 'Run the failed job once more',
            detail:
              'Such failures often pass by themselves. A second failure in a row means that they do not.',
          }),
        ]
      : []),
    ...(resource === null ? [] : [limitStep(resource)]),
    ...(resource !== null && LIMITED.has(kind ?? '')
      ? []
      : [
          draftStep({
            action: 'fix-infra',
            title: remedy?.title ?? 'Repair the environment of the job',
            detail: [
              remedy?.detail ?? 'Look for the first error in the log of the step that failed.',
              quote === undefined ? '' : `Seen: ${quote}`,
            ]
              .filter((text) => text !== '')
              .join(' '),
          }),
        ]),
    draftStep({
      action: 'investigate',
      title: 'Look for other jobs that failed since then',
      detail: 'They show whether one machine, one job or everything is affected.',
    }),
  ];
}

function limitStep({ name, said }: ExhaustedResource): DraftStep {
  return draftStep({ action: 'raise-limit', title: LIMITS[name], detail: `Seen: ${said}` });
}

const LIMITS: Record<ExhaustedResource['name'], string> = {
  disk: 'Give the runner more disk, or free some before the job',
  memory: 'Give the job more memory, or run fewer workers at once',
  time: 'Find why the service starts slowly, or give it more time',
  requests: 'Sign in to the service, or cache what the job fetches',
  files: 'Raise the limit of open files, or run fewer workers at once',
};
const LIMITED = new Set(['infra.disk', 'infra.memory', 'infra.rate-limit', 'infra.files']);

/** Remedies by signal. `passes`: it often goes away by itself. */
const REMEDIES = new Map<string, { title: string; detail: string; passes: boolean }>([
  [
    'infra.dns',
    {
      title: 'Check the host name and the DNS of the runner',
      detail: 'A name that never resolves is misspelt, or private to another network.',
      passes: true,
    },
  ],
  [
    'infra.connection',
    {
      title: 'Cache what the job fetches, and retry its downloads',
      detail: 'Retry the download itself with growing pauses, not the tests.',
      passes: true,
    },
  ],
  [
    'infra.refused',
    {
      title: 'Wait until the service listens before the tests start',
      detail: 'Use a health check of the service. Read its log, because it may have crashed.',
      passes: true,
    },
  ],
  [
    'infra.gateway',
    {
      title: 'Depend less on the service that was not available',
      detail: 'Use a mirror, a cache or a local double.',
      passes: true,
    },
  ],
  [
    'infra.rate-limit',
    {
      title: 'Sign in to the service, or cache what the job fetches',
      detail: 'Limits for signed-in clients are higher.',
      passes: true,
    },
  ],
  [
    'infra.registry',
    {
      title: 'Cache packages and images, and pin their versions',
      detail: 'A version that never existed or was withdrawn does not come back.',
      passes: true,
    },
  ],
  [
    'infra.disk',
    { title: 'Give the runner more disk, or free some before the job', detail: '', passes: false },
  ],
  [
    'infra.memory',
    { title: 'Give the job more memory, or run fewer workers at once', detail: '', passes: false },
  ],
  [
    'infra.files',
    {
      title: 'Raise the limit of open files, or run fewer workers at once',
      detail: 'A process that an earlier step left behind may hold many of them.',
      passes: true,
    },
  ],
  [
    'flake.port',
    {
      title: 'Free the port before the job',
      detail: 'A process of an earlier step may still hold it.',
      passes: true,
    },
  ],
  [
    'infra.runner',
    { title: 'Check the runner', detail: 'It was stopped or lost its connection.', passes: true },
  ],
  [
    'infra.browser',
    {
      title: 'Install the browser that the tests need',
      detail: 'Install it in a step of its own, with the version that the test framework names.',
      passes: false,
    },
  ],
  [
    'infra.library',
    {
      title: 'Install what is missing on the system',
      detail: 'Add it to the image of the job.',
      passes: false,
    },
  ],
  [
    'infra.display',
    { title: 'Run the browser headless, or start a virtual display', detail: '', passes: false },
  ],
  [
    'infra.web-server',
    {
      title: 'Find out why the server did not start',
      detail: 'Read its own output first. Then wait for its health check.',
      passes: true,
    },
  ],
  [
    'infra.credentials',
    {
      title: 'Renew or grant the credentials',
      detail: 'Jobs of forks get no secrets.',
      passes: false,
    },
  ],
  [
    'infra.permission',
    {
      title: 'Give the job access to the file',
      detail: 'Files of an earlier step may belong to another user.',
      passes: false,
    },
  ],
  [
    'infra.crash',
    {
      title: 'Find out which process crashed',
      detail: 'Keep its core dump or its log as an artifact.',
      passes: true,
    },
  ],
]);
