import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deps } from '../../deps.ts';

/** Registers what /metrics shows of the read replica. */
export function measureReplica(
  registry: Registry,
  replica: NonNullable<Deps['databases']['replica']>,
): void {
  const registers = [registry];
  void new Gauge({
    name: 'svc_replica_serving',
    help: '1 while answers are read from the replica, 0 while it is left out',
    registers,
    collect() {
      this.set(replica.getState().isServing ? 1 : 0);
    },
  });
  void new Gauge({
    name: 'svc_replica_lag_seconds',
    help: 'How far the replica is behind; NaN while it does not answer',
    registers,
    collect() {
      this.set((replica.getState().lagMs ?? Number.NaN) / 1_000);
    },
  });
  void new Counter({
    name: 'svc_replica_answers_total',
    help: 'Answers that began at the replica, those that the primary gave instead, and those that the replica left unfinished to the primary',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const [source, count] of Object.entries(replica.getState().answers)) {
        this.inc({ source }, count);
      }
    },
  });
}
