import { lazy, type ComponentType } from 'react';
import { loadCode } from '../../server/load-code.ts';

export interface SettingsSection {
  /** The end of its address. */
  id: string;
  label: string;
  /** Whose settings these are. */
  group: 'Organization' | 'You';
  Section: ComponentType;
}

/** The sections in the order of the navigation. The code of each is loaded when it is opened. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'api-keys',
    label: 'API keys',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./api-keys/api-keys-section.tsx')).ApiKeysSection,
      })),
    ),
  },
  {
    id: 'members',
    label: 'Members',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./members/members-section.tsx')).MembersSection,
      })),
    ),
  },
  {
    id: 'projects',
    label: 'Projects',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./projects/projects-section.tsx')).ProjectsSection,
      })),
    ),
  },
  {
    id: 'retention',
    label: 'Retention and usage',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./retention/retention-section.tsx')).RetentionSection,
      })),
    ),
  },
  {
    id: 'audit-log',
    label: 'Audit log',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./audit-log/audit-log-section.tsx')).AuditLogSection,
      })),
    ),
  },
  {
    id: 'organization',
    label: 'Organization',
    group: 'Organization',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./organization/organization-section.tsx')).OrganizationSection,
      })),
    ),
  },
  {
    id: 'account',
    label: 'Your account',
    group: 'You',
    Section: lazy(
      loadCode(async () => ({
        default: (await import('./account/account-section.tsx')).AccountSection,
      })),
    ),
  },
];
