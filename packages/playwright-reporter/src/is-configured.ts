import type { FullConfig } from '@playwright/test/reporter';

/**
 * Whether the user has configured this option. Playwright adds options of its own, such as `configDir` and `_mode`,
 * and each version adds others. The configuration contains the user's options as they are. Without a list of
 * reporters in it, no option counts as configured.
 */
export function isConfigured(name: string, options: object, { reporter }: FullConfig): boolean {
  if (!Array.isArray(reporter)) return false;
  const value: unknown = Reflect.get(options, name);
  return reporter.some(([, configured]: readonly [string, unknown?]) => {
    if (typeof configured !== 'object' || configured === null) return false;
    return Object.hasOwn(configured, name) && Object.is(Reflect.get(configured, name), value);
  });
}
