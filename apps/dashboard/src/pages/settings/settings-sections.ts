import { lazy, type ComponentType } from 'react';

export interface SettingsSection {
  /** The end of its address. */
  id: string;
  label: string;
  /** Whose settings these are. */
  group: 'Organization' | 'You';
  Section: ComponentType;
}

const section = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): ComponentType => lazy(() => load().then((module) => ({ default: module[name] })));

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  {
    id: 'api-keys',
    label: 'API keys',
    group: 'Organization',
    Section: section('ApiKeysSection', () => import('./api-keys/api-keys-section.tsx')),
  },
  {
    id: 'members',
    label: 'Members',
    group: 'Organization',
    Section: section('MembersSection', () => import('./members/members-section.tsx')),
  },
  {
    id: 'organization',
    label: 'Organization',
    group: 'Organization',
    Section: section(
      'OrganizationSection',
      () => import('./organization/organization-section.tsx'),
    ),
  },
  {
    id: 'account',
    label: 'Your account',
    group: 'You',
    Section: section('AccountSection', () => import('./account/account-section.tsx')),
  },
];
