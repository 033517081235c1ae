import { expect, it } from 'vitest';
import { makeMetrics, makeNoFigures } from '../../../test/samples/make-metrics.ts';
import { makeSubject } from '../../../test/samples/make-subject.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { collectWorsened } from './metric-rows.ts';
import { formatMetrics, type ShownMetrics, renderMetricsMarkdown } from './metrics-text.ts';

function makeShown(changes: Partial<ShownMetrics> = {}): ShownMetrics {
  return { ...makeSubject({ command: 'svc metrics' }), metrics: makeMetrics(), ...changes };
}

function shown(metrics: ShownMetrics, look = plainLook()): string {
  return `\n${formatMetrics(metrics, look).join('\n')}\n`;
}

it.each([80, 120])('says of each figure what changed, at %i columns', (columns) => {
  expect(shown(makeShown(), plainLook({ columns }))).toMatchInlineSnapshot(`
    "
    web · last 30 days · compared with the period before

                              NOW    BEFORE  CHANGE
    executions                148       131  ↑ 17 more
      pass rate            88.4 %    91.6 %  ↓ 3.2 points worse
      failed                   17        11  ↑ 6 more
      interrupted               2         –  ↑ 2 more
    results               178,192   157,724  ↑ 20,468 more
      pass rate            99.9 %    99.9 %  the same
      flaky rate            0.1 %     0.1 %  the same
      failed                  212       164  ↑ 48 more
      skipped                 580       560  ↑ 20 more
    tests that failed          24        24  the same
    execution time, p50  2 m 31 s  2 m 48 s  ↓ 17.0 s faster (-10 %)
      p95                3 m 41 s  3 m 34 s  ↑ 7.0 s slower (+3 %)
      average            2 m 56 s  2 m 51 s  ↑ 5.0 s slower (+3 %)
      total              7 h 14 m  6 h 13 m  ↑ 1 h 01 m more (+16 %)
    test time, average     118 ms    118 ms  the same
    "
  `);
});

it('gives each figure two lines at 40', () => {
  expect(shown(makeShown(), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 30 days
    compared with the period before

    executions                148
            was 131 · ↑ 17 more
      pass rate            88.4 %
            was 91.6 % · ↓ 3.2 points worse
      failed                   17
            was 11 · ↑ 6 more
      interrupted               2
            ↑ 2 more
    results               178,192
            was 157,724 · ↑ 20,468 more
      pass rate            99.9 %
            was 99.9 % · the same
      flaky rate            0.1 %
            was 0.1 % · the same
      failed                  212
            was 164 · ↑ 48 more
      skipped                 580
            was 560 · ↑ 20 more
    tests that failed          24
            was 24 · the same
    execution time, p50  2 m 31 s
            was 2 m 48 s · ↓ 17.0 s faster
      p95                3 m 41 s
            was 3 m 34 s · ↑ 7.0 s slower
      average            2 m 56 s
            was 2 m 51 s · ↑ 5.0 s slower
      total              7 h 14 m
            was 6 h 13 m · ↑ 1 h 01 m more
    test time, average     118 ms
            was 118 ms · the same
    "
  `);
});

it('compares with nothing when nothing ran before', () => {
  const metrics = makeMetrics({ previous: makeNoFigures() });
  expect(shown(makeShown({ metrics }), plainLook({ glyphs: ASCII_GLYPHS }))).toMatchInlineSnapshot(`
    "
    web - last 30 days - no runs in the previous period

                              NOW  BEFORE  CHANGE
    executions                148       -  
      pass rate            88.4 %       -  
      failed                   17       -  
      interrupted               2       -  
    results               178,192       -  
      pass rate            99.9 %       -  
      flaky rate            0.1 %       -  
      failed                  212       -  
      skipped                 580       -  
    tests that failed          24       -  
    execution time, p50  2 m 31 s       -  
      p95                3 m 41 s       -  
      average            2 m 56 s       -  
      total              7 h 14 m       -  
    test time, average     118 ms       -  
    "
  `);
});

it('does not say that local executions count when there are none', () => {
  const metrics = {
    ...makeNoFigures(),
    source: 'all' as const,
    localProjects: [],
    previous: makeNoFigures(),
  };
  expect(shown(makeShown({ metrics, defaultSource: 'all' }))).not.toContain('local ones');
});

it('says what to do when nothing ran', () => {
  const metrics = {
    ...makeNoFigures(),
    source: 'all' as const,
    localProjects: [],
    previous: makeNoFigures(),
  };
  expect(shown(makeShown({ metrics, isFiltered: true, branch: 'mian' }))).toMatchInlineSnapshot(`
    "
    web · mian · last 30 days

    No executions match.
    Widen the search: svc metrics --from 90d, or use fewer flags
    "
  `);
});

it('names the rates and times that are worse than before', () => {
  expect(collectWorsened(makeMetrics())).toMatchInlineSnapshot(`
    {
      "rates": [
        "executions pass rate 88.4 %, was 91.6 %",
      ],
      "times": [],
    }
  `);
});

it('prints a table to paste', () => {
  expect(`\n${renderMetricsMarkdown(makeShown())}\n`).toMatchInlineSnapshot(`
    "
    **web**, last 30 days, compared with the period before

    |  | now | before | change |
    | --- | --: | --: | --- |
    | **executions** | 148 | 131 | ↑ 17 more |
    | &emsp;pass rate | 88.4 % | 91.6 % | ↓ 3.2 points worse |
    | &emsp;failed | 17 | 11 | ↑ 6 more |
    | &emsp;interrupted | 2 | – | ↑ 2 more |
    | **results** | 178,192 | 157,724 | ↑ 20,468 more |
    | &emsp;pass rate | 99.9 % | 99.9 % | the same |
    | &emsp;flaky rate | 0.1 % | 0.1 % | the same |
    | &emsp;failed | 212 | 164 | ↑ 48 more |
    | &emsp;skipped | 580 | 560 | ↑ 20 more |
    | **tests that failed** | 24 | 24 | the same |
    | **execution time, p50** | 2 m 31 s | 2 m 48 s | ↓ 17.0 s faster (-10 %) |
    | &emsp;p95 | 3 m 41 s | 3 m 34 s | ↑ 7.0 s slower (+3 %) |
    | &emsp;average | 2 m 56 s | 2 m 51 s | ↑ 5.0 s slower (+3 %) |
    | &emsp;total | 7 h 14 m | 6 h 13 m | ↑ 1 h 01 m more (+16 %) |
    | **test time, average** | 118 ms | 118 ms | the same |
    "
  `);
});
