/* oxlint-disable no-restricted-globals -- tests what reads it */
import { expect, it, vi } from 'vitest';
import { buildProcessWorld } from './world.ts';

it('fails only where the current folder is asked for that is deleted', () => {
  const gone = new Error('ENOENT: process.cwd failed');
  const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw gone;
  });
  try {
    const world = buildProcessWorld();
    expect(world.env).toBe(process.env);
    expect(() => world.directory).toThrow(gone);
  } finally {
    cwd.mockRestore();
  }
});
