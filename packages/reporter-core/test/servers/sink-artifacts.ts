import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IngestBody } from '@svc/contract/executions/ingest';

/** One received artifact with its whole content. */
export interface ReceivedArtifact {
  clientId: string;
  sizeBytes: number;
  sha256: string;
  headers: IncomingMessage['headers'];
}

/** The server's reaction to a content that it has received. The default accepts it. */
export type PutBehaviour = (response: ServerResponse, artifact: ReceivedArtifact) => void;

export const takeContent: PutBehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
};

/** The part of a sink that requests and receives artifacts. */
export class SinkArtifacts {
  readonly received: ReceivedArtifact[] = [];
  /** The maximum number of concurrent uploads. */
  mostAtOnce = 0;
  /** The prefix of the addresses. Empty: they are relative to the server's address. */
  addressBase = '';
  #queue: PutBehaviour[] = [takeContent];
  #underWay = 0;
  readonly #stored = new Set<string>();

  behave(behaviours: PutBehaviour[]): void {
    this.#queue = behaviours;
  }

  /** The addresses for artifacts of the body that are not stored yet, relative to the server. */
  uploadsFor({ results }: IngestBody): object[] {
    return results
      .flatMap(({ artifacts = [] }) => artifacts)
      .filter(({ clientId }) => !this.#stored.has(clientId))
      .map(({ clientId }) => ({
        clientId,
        artifactId: '0199f0a1-7b8c-7d00-8e00-0000000000aa',
        method: 'PUT',
        url: `${this.addressBase}/artifacts/${clientId}?signature=s`,
        headers: { 'x-test': 'signed', 'content-type': 'text/plain' },
        expiresAt: '2099-01-01T00:00:00.000Z',
      }));
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#underWay++;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    const digest = createHash('sha256');
    let sizeBytes = 0;
    const chunks: AsyncIterable<Uint8Array> = request;
    for await (const chunk of chunks) {
      digest.update(chunk);
      sizeBytes += chunk.byteLength;
    }
    this.#underWay--;
    const clientId = /^\/artifacts\/([^?]*)/.exec(request.url ?? '')?.[1] ?? '';
    const artifact = {
      clientId,
      sizeBytes,
      sha256: digest.digest('hex'),
      headers: request.headers,
    };
    const behaviour = this.#queue.length > 1 ? this.#queue.shift() : this.#queue[0];
    response.on('finish', () => {
      if (response.statusCode === 200) this.#stored.add(clientId);
    });
    this.received.push(artifact);
    (behaviour ?? takeContent)(response, artifact);
  }
}
