import { describe, expect, it } from 'vitest';
import { resolveOptions } from './options.ts';
import { WRONG_OPTIONS, wrongOptions } from '../../test/runs/wrong-options.ts';

describe('resolveOptions', () => {
  it.each(WRONG_OPTIONS)('names $name when it is $value, and takes the default', (wrong) => {
    const { complaints, ...options } = resolveOptions(wrongOptions([wrong]), {});
    const { complaints: _, ...defaults } = resolveOptions({}, {});
    expect(complaints).toEqual([wrong.complaint]);
    expect(options).toEqual(defaults);
  });

  it('takes the variable where the option is wrong', () => {
    const { name, complaints } = resolveOptions(wrongOptions([{ name: 'name', value: 5 }]), {
      SVC_NAME: 'unit',
    });
    expect([name, complaints.length]).toEqual(['unit', 1]);
  });

  it('keeps the valid entries of a list, and masks an invalid redact as far as possible', () => {
    const lists = { tags: ['a', 1], redact: 'A, B', environment: { db: 'mysql', shard: 5 } };
    const { tags, redact, environment, complaints } = resolveOptions(
      JSON.parse(JSON.stringify(lists)),
      {},
    );
    expect({ tags, redact, environment }).toEqual({
      tags: ['a'],
      redact: ['A', 'B'],
      environment: { db: 'mysql' },
    });
    expect(complaints).toHaveLength(3);
  });

  it.each(['text', 5, ['a'], () => {}])('survives options that are %s', (options) => {
    const { complaints } = resolveOptions(
      JSON.parse(JSON.stringify({ options })).options ?? options,
      {},
    );
    expect(complaints.join()).toMatch(/^(the options are .*, but must be an object: ignored)?$/);
  });

  it('takes null for not set', () => {
    const nothing = Object.fromEntries(WRONG_OPTIONS.map(({ name }) => [name, null]));
    expect(resolveOptions(nothing, {})).toEqual(resolveOptions({}, {}));
  });
});
