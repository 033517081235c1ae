// The face of this room: what other rooms may use of it.
export { registerIngestRest, registerIngestTrpc } from './ingest-routes.ts';
export { ingestRouter } from './ingest.router.ts';
