/**
 * Moves `Date` of this process ahead by `SVC_TEST_CLOCK`, such as `+400d`. Test processes and the Node processes that
 * they start preload this file (`NODE_OPTIONS`). JavaScript, because older versions of Node load it, too.
 */
const DAY_MS = 86_400_000;
const days = /^\+(\d+)d$/.exec(process.env.SVC_TEST_CLOCK ?? '');
const state = { aheadMs: days === null ? 0 : Number(days[1]) * DAY_MS };
const MachineDate = Date;
const now = () => MachineDate.now() + state.aheadMs;

// A proxy, not a subclass: dates from elsewhere (structured clones, native modules) stay instances of `Date`.
const MovedDate = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

// A server would follow its database, and Postgres keeps the machine's time.
process.env.SVC_CLOCK ??= 'machine';

const isMoved = Symbol.for('svc: the clock of this test process');
if (globalThis[isMoved] === undefined) {
  globalThis[isMoved] = state;
  globalThis.Date = MovedDate;
}
