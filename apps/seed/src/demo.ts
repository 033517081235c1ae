import { runDemo } from './demo/run-demo.ts';

await runDemo(process.argv.slice(2));
