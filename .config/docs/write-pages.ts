import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS, renderGeneratedPages } from './generated-pages.ts';
import { renderLlmsTxt } from '../../apps/docs/src/llms-texts.ts';

for (const { file, text } of await renderGeneratedPages()) writeFileSync(join(DOCS, file), text);
writeFileSync(join(DOCS, 'llms.txt'), renderLlmsTxt(DOCS));
