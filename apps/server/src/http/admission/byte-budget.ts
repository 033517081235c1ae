import { SvcError } from '../../errors.ts';

/** Bounds the bytes held in memory. Counts them as they arrive, and refuses at once when there are too many. */
export class ByteBudget {
  readonly #options: { capacity: number; share: number; refusal: string };
  readonly #keptBy = new Map<string, number>();
  #kept = 0;

  constructor(options: { capacity: number; share: number; refusal: string }) {
    this.#options = options;
  }

  /** The bytes that one request holds. `release` returns all of them. */
  account(organizationId: string): ByteAccount {
    let own = 0;
    return {
      add: (bytes) => {
        this.#add(organizationId, bytes);
        own += bytes;
      },
      release: () => {
        this.#give(organizationId, own);
        own = 0;
      },
    };
  }

  #add(organizationId: string, bytes: number): void {
    const kept = (this.#keptBy.get(organizationId) ?? 0) + bytes;
    const { capacity, share, refusal } = this.#options;
    if (this.#kept + bytes > capacity || kept > share) {
      throw new SvcError('SERVICE_UNAVAILABLE', `${refusal}.`, {
        hint: 'Try again in a few seconds.',
        retryAfterSeconds: 5,
      });
    }
    this.#kept += bytes;
    this.#keptBy.set(organizationId, kept);
  }

  #give(organizationId: string, bytes: number): void {
    this.#kept -= bytes;
    const kept = (this.#keptBy.get(organizationId) ?? 0) - bytes;
    if (kept === 0) this.#keptBy.delete(organizationId);
    else this.#keptBy.set(organizationId, kept);
  }
}

export interface ByteAccount {
  /** @throws SvcError SERVICE_UNAVAILABLE when the server, or the organization, would hold more than its limit. */
  add(bytes: number): void;
  release(): void;
}
