import type { Notice } from '@svc/contract/notices';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { readAllowances, exceeded, type Allowance } from '../../quotas/index.ts';
import { formatPercent } from '../../storage/disk-reserve.ts';
import { listPausedWebhookNotices } from './paused-webhook-notices.ts';

// Share of a quota from which people should act before uploads are refused.
const NEAR_SHARE = 0.9;

/** The notices for every member, most severe first. */
export async function listNotices(deps: Deps, scope: Scope): Promise<{ items: Notice[] }> {
  const { results, artifactBytes } = await readAllowances(deps, scope);
  const items = [
    ...(await listDiskNotices(deps)),
    ...buildQuotaNotices('results-quota', results, {
      text: exceeded.results,
      refused: 'Uploads are refused.',
    }),
    ...buildQuotaNotices('artifacts-quota', artifactBytes, {
      text: exceeded.artifactBytes,
      refused: 'Artifacts are refused.',
    }),
    ...(await listPausedWebhookNotices(scope)),
  ];
  return { items: items.toSorted((a, b) => rankNotice(a) - rankNotice(b)) };
}

/** One for the scarcest disk: both uses may share it. */
async function listDiskNotices({ diskReserve }: Pick<Deps, 'diskReserve'>): Promise<Notice[]> {
  const scarce = await diskReserve.scarceDisks();
  const [first] = scarce.toSorted((a, b) => a.freeShare - b.freeShare);
  if (first === undefined) return [];
  const refused = scarce.filter(({ isRefused }) => isRefused).map(({ use }) => use);
  const what = [
    ...(refused.includes('results') ? ['uploads'] : []),
    ...(refused.includes('artifacts') ? ['artifacts'] : []),
  ];
  const consequence =
    what.length === 0
      ? 'The operator of the server has to free space.'
      : `The server takes no ${what.join(' and no ')} until its operator frees space.`;
  return [
    {
      kind: 'disk',
      severity: what.length === 0 ? 'warning' : 'error',
      message: `The disk of the server is nearly full: ${formatPercent(first.freeShare)} free. ${consequence}`,
    },
  ];
}

function buildQuotaNotices(
  kind: Notice['kind'],
  { used, limit }: Allowance,
  { text, refused }: { text: (used: number, limit: number) => string; refused: string },
): Notice[] {
  if (limit === null || used < NEAR_SHARE * limit) return [];
  return used < limit
    ? [{ kind, severity: 'warning', message: text(used, limit) }]
    : [{ kind, severity: 'error', message: `${text(used, limit)} ${refused}` }];
}

function rankNotice({ severity }: Notice): number {
  return severity === 'error' ? 0 : 1;
}
