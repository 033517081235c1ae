/** `docs/project/changelog.md`: the change log of the repository's root, as a page. */
export function renderChangelogPage(changelog: string): string {
  return `---
title: Changelog
description: What changed in each version, for people who use svc.
---

${changelog.replace(/^# .+\n+/, '')}`;
}
