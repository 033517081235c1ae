import { describe, expect, it } from 'vitest';
import { chooseDefaultSides } from './default-sides.ts';

type Candidate = Parameters<typeof chooseDefaultSides>[1][number];

function execution(id: string, facts: Partial<Candidate> = {}): Candidate {
  return {
    id,
    project: 'web',
    framework: 'vitest',
    name: 'unit',
    status: 'passed',
    partial: [],
    git: { branch: 'main' },
    ...facts,
  };
}

describe('defaultSides', () => {
  it('takes the newest whole execution, and the one before of its branch and suite', () => {
    const candidates = [
      execution('running', { status: 'running' }),
      execution('filtered', { partial: ['filter'] }),
      execution('head'),
      execution('other suite', { name: 'e2e' }),
      execution('other branch', { git: { branch: 'dev' } }),
      execution('base'),
    ];
    expect(chooseDefaultSides({}, candidates)).toEqual({ base: 'base', head: 'head' });
  });

  it('takes another branch where the head has no earlier execution of its own', () => {
    const candidates = [execution('head', { git: { branch: 'dev' } }), execution('base')];
    expect(chooseDefaultSides({}, candidates)).toEqual({ base: 'base', head: 'head' });
  });

  it('completes the side that the address names', () => {
    const candidates = [execution('c'), execution('b'), execution('a')];
    expect(chooseDefaultSides({ head: 'b' }, candidates)).toEqual({ base: 'a', head: 'b' });
    expect(chooseDefaultSides({ base: 'b' }, candidates)).toEqual({ base: 'b', head: 'c' });
    expect(chooseDefaultSides({ head: 'branch:main' }, candidates)).toEqual({
      base: 'b',
      head: 'branch:main',
    });
    expect(chooseDefaultSides({ base: 'x', head: 'y' }, [])).toEqual({ base: 'x', head: 'y' });
  });

  it('takes an older head where the newest is the first of its suite', () => {
    const candidates = [
      execution('first', { framework: 'jest' }),
      execution('head'),
      execution('base'),
    ];
    expect(chooseDefaultSides({}, candidates)).toEqual({ base: 'base', head: 'head' });
    expect(chooseDefaultSides({ head: 'first' }, candidates)).toBeNull();
  });

  it('never takes a base that is newer than the head', () => {
    const candidates = [execution('c'), execution('b', { partial: ['filter'] }), execution('a')];
    expect(chooseDefaultSides({ head: 'b' }, candidates)).toEqual({ base: 'a', head: 'b' });
  });

  it('finds none where there is one execution', () => {
    expect(chooseDefaultSides({}, [execution('alone')])).toBeNull();
    expect(chooseDefaultSides({}, [])).toBeNull();
  });
});
