import { lazy, type ComponentType } from 'react';
import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';
import { buildProjectsQuery } from './projects/projects-query.ts';
import { loadCode } from '../../server/load-code.ts';
import { buildWebhooksQuery } from './webhooks/webhooks-queries.ts';

export interface SettingsSection {
  /** The end of its address. */
  id: string;
  label: string;
  /** Whose settings these are. */
  group: 'Organization' | 'You';
  Section: ComponentType;
  /** Asks for its code and for what it shows at first, both at once. */
  prefetch: () => void;
}

interface SectionDefinition {
  id: string;
  label: string;
  group: SettingsSection['group'];
  load: () => Promise<ComponentType>;
  /** What every role may read. The rest is asked for once the role is known. */
  data?: () => void;
}

function defineSection({ load, data, ...named }: SectionDefinition): SettingsSection {
  const code = loadCode(async () => ({ default: await load() }));
  return {
    ...named,
    Section: lazy(code),
    prefetch: () => {
      // A failure shows when the section is rendered.
      code().catch(() => undefined);
      data?.();
    },
  };
}

/** The sections in the order of the navigation. The code of each is loaded when it is opened. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  defineSection({
    id: 'api-keys',
    label: 'API keys',
    group: 'Organization',
    load: async () => (await import('./api-keys/api-keys-section.tsx')).ApiKeysSection,
    data: () => void queryClient.prefetchQuery(trpc.apiKeys.list.queryOptions({})),
  }),
  defineSection({
    id: 'webhooks',
    label: 'Webhooks',
    group: 'Organization',
    load: async () => (await import('./webhooks/webhooks-section.tsx')).WebhooksSection,
    data: () => void queryClient.prefetchInfiniteQuery(buildWebhooksQuery()),
  }),
  defineSection({
    id: 'members',
    label: 'Members',
    group: 'Organization',
    load: async () => (await import('./members/members-section.tsx')).MembersSection,
    data: () => void queryClient.prefetchQuery(trpc.members.list.queryOptions({})),
  }),
  defineSection({
    id: 'projects',
    label: 'Projects',
    group: 'Organization',
    load: async () => (await import('./projects/projects-section.tsx')).ProjectsSection,
    data: () => void queryClient.prefetchInfiniteQuery(buildProjectsQuery()),
  }),
  defineSection({
    id: 'retention',
    label: 'Retention and usage',
    group: 'Organization',
    load: async () => (await import('./retention/retention-section.tsx')).RetentionSection,
    data: () => {
      void queryClient.prefetchQuery(trpc.settings.retention.queryOptions({}));
      void queryClient.prefetchQuery(trpc.settings.usage.queryOptions({}));
    },
  }),
  defineSection({
    id: 'gate',
    label: 'Gate',
    group: 'Organization',
    load: async () => (await import('./gate/gate-section.tsx')).GateSection,
    data: () => void queryClient.prefetchQuery(trpc.settings.gate.queryOptions({})),
  }),
  defineSection({
    id: 'audit-log',
    label: 'Audit log',
    group: 'Organization',
    load: async () => (await import('./audit-log/audit-log-section.tsx')).AuditLogSection,
  }),
  defineSection({
    id: 'organization',
    label: 'Organization',
    group: 'Organization',
    load: async () => (await import('./organization/organization-section.tsx')).OrganizationSection,
  }),
  defineSection({
    id: 'account',
    label: 'Your account',
    group: 'You',
    load: async () => (await import('./account/account-section.tsx')).AccountSection,
    data: () => void queryClient.prefetchQuery(trpc.account.sessions.queryOptions({})),
  }),
];

/** Asks for a section, beside the page around it. Without an id, for the first. */
export function prefetchSettings(id = SETTINGS_SECTIONS[0]?.id): void {
  SETTINGS_SECTIONS.find((one) => one.id === id)?.prefetch();
}
