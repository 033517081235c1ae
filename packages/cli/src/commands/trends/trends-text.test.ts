import { expect, it } from 'vitest';
import { makeSubject } from '../../../test/samples/make-subject.ts';
import { makeTrends } from '../../../test/samples/make-trends.ts';
import { plainLook } from '../../../test/samples/plain-look.ts';
import { ASCII_GLYPHS } from '../../terminal/glyphs.ts';
import { renderTrendsMarkdown } from './trends-markdown.ts';
import { formatTrends, type ShownTrends } from './trends-text.ts';

const TWO_WEEKS = [12, 9, null, null, 14, 22, 60, 41, 18, null, null, 6, 3, 0];

function makeShown(changes: Partial<ShownTrends> = {}): ShownTrends {
  return {
    ...makeSubject({ command: 'svc trends', window: 'last 14 days' }),
    trends: makeTrends(TWO_WEEKS),
    timezoneTakenFrom: "this machine's time zone",
    tableOnly: false,
    limit: 20,
    moreCommand: 'svc trends --limit 60',
    ...changes,
  };
}

function shown(trends: ShownTrends, look = plainLook()): string {
  return `\n${formatTrends(trends, look).join('\n')}\n`;
}

it('draws pass rate and failures at 80, dotted over days without results', () => {
  expect(shown(makeShown())).toMatchInlineSnapshot(`
    "
    web · last 14 days · daily in UTC (this machine's time zone)

    pass rate of results
    100.0 % ┤                                                            ⢀⣀⠤⠤⠒⠒⠊⠉  
            │      ⢀⣀                                              ⢀ ⠠⠐⠊⠉⠁         
            │  ⠐⠒⠉⠉⠁  ⠈ ⠈ ⠐ ⠐ ⠠ ⠠ ⢀⢀                         ⠠ ⠐ ⠈                 
            │                       ⠉⠒⢄⡀               ⡠ ⠐ ⠈                       
     99.5 % ┤                          ⠈⠱⡀            ⡰⠁                           
            │                            ⢣           ⡰⠁                            
            │                            ⠈⡆         ⡜                              
     99.0 % ┤                             ⠸⡀       ⡜                               
            │                              ⢣     ⢀⠎                                
            │                              ⠈⡆   ⡠⠃                                 
            │                               ⠸⡀ ⡔⠁                                  
     98.5 % ┤                                ⢣⠎                                    
    failed results per day
         60 ┤                              ████ ▁▁▁▁                               
            │                         ▁▁▁▁ ████ ████                               
          0 ┤▅▅▅▅ ▄▄▄▄           ▆▆▆▆ ████ ████ ████ ████           ▃▃▃▃ ▂▂▂▂      
            └──────────────────────────────────────────────────────────────────────
             Nov 8    Nov 10    Nov 12         Nov 15    Nov 17    Nov 19    Nov 21

    DAY         EXECUTIONS  PASS RATE  FAILED  FLAKY  PASSED  MEDIAN TIME
    2026-11-08           4     99.7 %      12      2   3,988     2 m 48 s
    2026-11-09           4     99.8 %       9      2   3,991     2 m 48 s
    2026-11-12           4     99.7 %      14      2   3,986     2 m 48 s
    2026-11-13           4     99.5 %      22      2   3,978     2 m 48 s
    2026-11-14           4     98.5 %      60      2   3,940     2 m 48 s
    2026-11-15           4     99.0 %      41      2   3,959     2 m 48 s
    2026-11-16           4     99.6 %      18      2   3,982     2 m 48 s
    2026-11-19           4     99.9 %       6      2   3,994     2 m 48 s
    2026-11-20           4     99.9 %       3      2   3,997     2 m 48 s
    2026-11-21           4    100.0 %       –      2   4,000     2 m 48 s
    4 days without executions are left out
    "
  `);
});

it('draws over the width at 120', () => {
  const trends = makeTrends(Array.from({ length: 60 }, (_, day) => (day * day * 7) % 90));
  expect(shown(makeShown({ trends, limit: 3 }), plainLook({ columns: 120 })))
    .toMatchInlineSnapshot(`
      "
      web · last 14 days · daily in UTC (this machine's time zone)

      pass rate of results
      100 % ┤⠈⠢⢄                                 ⢀⡀                  ⢀⡇                                                       
            │   ⢣                   ⢀⠤⠢⡀       ⢀⠔⠁⠈⠙⡄    ⡆           ⢸⢸                      ⡀          ⡀                     
            │    ⢣   ⡆        ⢀    ⢠⠃  ⠈⢆     ⢀⠎    ⠘⡄  ⢸⢸           ⡇⠘⡄       ⢠     ⢀⣀⡀    ⢠⢇         ⢠⢣    ⢀⣀⣀     ⢠        
            │    ⠈⡆ ⢸⢸        ⡸⡆  ⢠⠃    ⠈⢆    ⡜      ⢱  ⡇⠘⡄         ⢸  ⡇       ⡎⡆   ⡠⠃ ⠈⢆   ⡸⢸         ⢸⠸⡀  ⢠⠃  ⠣⡀   ⡞⡄       
       99 % ┤     ⢱ ⡜⠘⡄       ⡇⢱ ⢀⠇      ⠈⡆  ⢸        ⢇⢰⠁ ⡇         ⡎  ⢱      ⢀⠇⢱  ⡰⠁    ⢣ ⢀⠇⠘⡄  ⢀⡠⣀   ⡇ ⢇ ⢠⠃    ⠱⡀ ⢰⠁⡇       
            │      ⣇⠇ ⡇      ⢀⠇⠈⡆⡸        ⢸  ⡇        ⠘⡎  ⢸ ⢀⠔⠊⢢   ⢠⠃  ⠸⡀ ⡀   ⢸ ⠘⡄⢠⠃      ⢇⢸  ⡇ ⡜⠁  ⠙⡄⢰⠁ ⢸⢀⠇      ⢣ ⡜ ⢱    ⡀  
            │      ⠘  ⢸      ⢸  ⢱⠃         ⢇⢰⠁            ⠘⣤⠊   ⠱⡀ ⡸    ⠗⠊⠈⠑⢆ ⡇  ⢣⠇       ⠈⠇  ⢣⡜     ⢱⡸   ⠏        ⢧⠃ ⢸ ⢠⠒⠉⠈⠒⠄
       98 % ┤         ⠘⡄⡔⠉⠒⠢⡀⡸             ⠸⡜              ⠁     ⠱⡀⡇        ⠈⢦⠃  ⠈            ⠘       ⠃            ⠈  ⠈⣦⠃     
            │          ⠋    ⠑⠇              ⠁                     ⠹          ⠈                                         ⠁      
            │                                                                                                                 
            │                                                                                                                 
       97 % ┤                                                                                                                 
      failed results per day
         88 ┤     ▂▂  ██▄▄▄▄█  ▄▄          ▇▇             ▄▄   ▂▂██    ▃▃  ▂▂▇  ▄▄        ▃▃ ▄▄      ▄▄  ▃▃       ▄▄  ▇▇▂▂  ▃▃
            │     ██  ███████  ██▃▃      ▅▅██▄        ██  ██▇▇▇████▃▃  ███████  ██▄▄    ▃▃██ ██▇▇▅▅▇▇██  ██▃▃   ▄▄██  ████████
          0 ┤ ▂▂████▆▆█████████████▅▅▄▄▆▆█████▅▅▂▂▃▃████▄▄███████████  ███████▇▇████████████▅██████████▅▅███████████▇▇████████
            └─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
             Sep 23             Oct 4     Oct 9   Oct 14     Oct 20    Oct 25     Oct 31    Nov 5    Nov 10     Nov 16  Nov 21

      DAY         EXECUTIONS  PASS RATE  FAILED  FLAKY  PASSED  MEDIAN TIME
      2026-11-19           4     98.4 %      63      2   3,937     2 m 48 s
      2026-11-20           4     98.6 %      58      2   3,942     2 m 48 s
      2026-11-21           4     98.3 %      67      2   3,933     2 m 48 s
      3 of 60. More: svc trends --limit 60
      "
    `);
});

it('draws in little room at 40', () => {
  expect(shown(makeShown({ limit: 2 }), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 14 days
    daily in UTC (this machine's time zone)

    pass rate of results
    100.0 % ┤                        ⢀⠤⠒⠁
            │   ⡀                   ⠊⠁   
            │ ⠒⠉  ⠁ ⠄ ⡀         ⡀ ⠁      
            │         ⠘⢄      ⡄          
     99.5 % ┤          ⠈⡆    ⢰⠁          
            │           ⢱    ⡎           
            │           ⢸   ⢠⠃           
     99.0 % ┤           ⠈⡆  ⡜            
            │            ⡇ ⢠⠃            
            │            ⢸ ⡜             
            │            ⢸⢠⠃             
     98.5 % ┤             ⡟              
    failed results per day
         60 ┤            ██▁▁            
            │          ▁▁████            
          0 ┤▅▅▄▄    ▆▆████████    ▃▃▂▂  
            └────────────────────────────
             Nov 8       Nov 15    Nov 21

    2026-11-20     99.9 %
            4 ran · 3 failed · 2 flaky
    2026-11-21    100.0 %
            4 ran · 2 flaky
    2 of 10. More: svc trends --limit 60
    "
  `);
});

it('begins where the data of a new project begins', () => {
  const trends = makeTrends([...Array.from({ length: 25 }, () => null), 40, null, 20, 0, null]);
  expect(shown(makeShown({ trends }), plainLook({ columns: 60 }))).toMatchInlineSnapshot(`
    "
    web · last 14 days · daily in UTC (this machine's time zone)

    pass rate of results
    100.00 % ┤                                  ⡔⠁              
             │                                ⡠⠊                
             │                              ⢀⠜                  
     99.75 % ┤                             ⡔⠁                   
             │                           ⡠⠊                     
             │                         ⢀⠜                       
     99.50 % ┤                       ⠄ ⠁                        
             │                   ⡀ ⠂                            
     99.25 % ┤                 ⠂                                
             │             ⠄ ⠁                                  
             │         ⠄ ⠁                                      
     99.00 % ┤     ⣤ ⠂                                          
    failed results per day
          40 ┤█████████                                         
             │█████████           ▄▄▄▄▄▄▄▄▄                     
           0 ┤█████████           █████████                     
             └──────────────────────────────────────────────────
                Nov 17    Nov 18    Nov 19    Nov 20    Nov 21

    DAY         EXECUTIONS  PASS RATE  FAILED  FLAKY  PASSED
    2026-11-17           4     99.0 %      40      2   3,960
    2026-11-19           4     99.5 %      20      2   3,980
    2026-11-20           4    100.0 %       –      2   4,000
    2 days without executions are left out
    "
  `);
});

it('draws with ASCII symbols if the locale is not UTF-8', () => {
  const look = plainLook({ glyphs: ASCII_GLYPHS, columns: 60 });
  expect(shown(makeShown({ limit: 2 }), look)).toMatchInlineSnapshot(`
    "
    web - last 14 days - daily in UTC (this machine's time zone)

    pass rate of results
    100.0 % +                                    ..-'' 
            |    .                            .'''     
            | '''  ' ' . ..               . '          
            |              '.         . '              
     99.5 % +                |       .|                
            |                 |      |                 
            |                 |     |'                 
     99.0 % +                 '.   .|                  
            |                  |   |                   
            |                  |  |                    
            |                   ||'                    
     98.5 % +                   |'                     
    failed results per day
         60 +                  ## __                   
            |               __ ## ##                   
          0 +== --       ++ ## ## ## ##       :: ..    
            +------------------------------------------
             Nov 8     Nov 12         Nov 17     Nov 21

    DAY         EXECUTIONS  PASS RATE  FAILED  FLAKY  PASSED
    2026-11-20           4     99.9 %       3      2   3,997
    2026-11-21           4    100.0 %       -      2   4,000
    2 of 10. More: svc trends --limit 60
    "
  `);
});

it('draws a flat line and no bars when nothing fails', () => {
  const trends = makeTrends([0, 0, 0]);
  expect(shown(makeShown({ trends, limit: 1 }), plainLook({ columns: 40 }))).toMatchInlineSnapshot(`
    "
    web · last 14 days
    daily in UTC (this machine's time zone)

    pass rate of results
    100.0 % ┤     ⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠁    
            │                              
            │                              
     99.9 % ┤                              
            │                              
            │                              
     99.8 % ┤                              
            │                              
     99.7 % ┤                              
            │                              
            │                              
     99.6 % ┤                              
            └──────────────────────────────
               Nov 19    Nov 20    Nov 21

    2026-11-21    100.0 %
            4 ran · 2 flaky
    1 of 3. More: svc trends --limit 60
    "
  `);
});

it('prints only the table on request', () => {
  expect(shown(makeShown({ tableOnly: true, limit: 3 }))).toMatchInlineSnapshot(`
    "
    web · last 14 days · daily in UTC (this machine's time zone)

    DAY         EXECUTIONS  PASS RATE  FAILED  FLAKY  PASSED  MEDIAN TIME
    2026-11-19           4     99.9 %       6      2   3,994     2 m 48 s
    2026-11-20           4     99.9 %       3      2   3,997     2 m 48 s
    2026-11-21           4    100.0 %       –      2   4,000     2 m 48 s
    3 of 10. More: svc trends --limit 60
    "
  `);
});

it('says what to do when nothing ran', () => {
  expect(shown(makeShown({ trends: makeTrends([null, null]) }))).toMatchInlineSnapshot(`
    "
    web · last 14 days · daily in UTC (this machine's time zone)

    No executions of web (last 14 days).
    Widen the search: svc trends --from 365d, or use --all-projects

    To send the first from a Vitest project:
      npm install --save-dev @svc/vitest-reporter
      in vitest.config.ts: test: { reporters: ['default', '@svc/vitest-reporter'] }
      SVC_URL=http://localhost:4400 SVC_API_KEY=svc_... npx vitest run
    "
  `);
});

it('prints a table to paste', () => {
  expect(`\n${renderTrendsMarkdown(makeShown({ limit: 3 }))}\n`).toMatchInlineSnapshot(`
    "
    **web**, last 14 days, daily in UTC (this machine's time zone)

    | day | executions | pass rate | failed | flaky | passed | median time |
    | --- | --: | --: | --: | --: | --: | --: |
    | 2026-11-19 | 4 | 99.9 % | 6 | 2 | 3,994 | 2 m 48 s |
    | 2026-11-20 | 4 | 99.9 % | 3 | 2 | 3,997 | 2 m 48 s |
    | 2026-11-21 | 4 | 100.0 % | 0 | 2 | 4,000 | 2 m 48 s |

    3 of 10. More: \`svc trends --limit 60\`
    "
  `);
});
