// The face of this room: what other rooms may use of it.
export { attentionRouter } from './attention/attention.router.ts';
export { failuresRouter } from './failures.router.ts';
