#!/usr/bin/env node
import { run } from './run.js';

await run('svc-admin', () => import('../dist/admin.js'));
