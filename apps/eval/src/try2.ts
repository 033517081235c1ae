import { readFileSync } from 'node:fs';
import { SIGNALS } from '../../../packages/analysis/src/classify/signals.ts';
import { readFailure } from '../../../packages/analysis/src/classify/read-failure.ts';
import { fit, scoresOf, softmax, type Example } from './fit.ts';

const CLASSES = ['HEALABLE', 'REAL_BUG', 'KNOWN_FLAKE', 'INFRA'];
const load = (p: string) => readFileSync(p, 'utf8').trim().split('\n').map((l) => JSON.parse(l));
const both = process.argv.includes('--union'); const dev = [...load('/work/shared/corpus/dev.jsonl'), ...(both ? ['a','b'].flatMap((n) => load('/work/corpus-extra/' + n + '.jsonl')) : [])];
const extra = process.argv.includes('--extra') ? ['a', 'b'].flatMap((n) => { try { return load(`/work/corpus-extra/${n}.jsonl`); } catch { return []; } }) : [];
const penalty = Number(process.env.PEN ?? 1), pscale = Number(process.env.PS ?? 1);

function failureOf(r: any, withHistory: boolean) {
  const h = r.context.history ?? r.context.history_imputed;
  return {
    title: r.title ?? '', message: r.error_message ?? '', stack: r.stack ?? '', log: r.log_excerpt ?? '',
    ...(withHistory ? {
      retryPassed: r.context.retry_passed,
      history: h === undefined ? undefined : {
        test: h.runs === undefined ? undefined : { runs: h.runs, failures: h.failures ?? 0, flakyRuns: h.flaky_passes_on_retry ?? 0 },
        passAndFailSameCommit: h.pass_and_fail_same_commit, sinceCommit: h.since_commit ?? h.since ?? h.first_red, branches: h.branches_affected,
      },
      shape: h?.co_failing_tests === undefined ? undefined : { failed: h.co_failing_tests },
    } : {}),
  };
}
const tokensOf = (f: any) => new Set((f.message + ' ' + f.stack + ' ' + f.log).toLowerCase().match(/[a-z][a-z_]{2,20}/g) ?? []); const df = new Map<string, number>(); for (const r of dev) for (const t of tokensOf(failureOf(r, false))) df.set(t as string, (df.get(t as string) ?? 0) + 1); const vocab = [...df].filter(([, n]) => n >= 3).map(([t]) => t); const vi = new Map(vocab.map((t, i) => [t, SIGNALS.length + i])); const WS = Number(process.env.WS ?? 0.3); const featuresOf = (f: any) => { const read = readFailure(f); const out: any[] = []; SIGNALS.forEach((s, index) => { if (s.find(read) !== null) out.push({ index, value: 1 }); }); const ts = [...tokensOf(f)].filter((t) => vi.has(t as string)); const norm = Math.sqrt(ts.reduce((s, t) => s + Math.log(dev.length / df.get(t as string)!) ** 2, 0)) || 1; for (const t of ts) out.push({ index: vi.get(t as string)!, value: WS * Math.log(dev.length / df.get(t as string)!) / norm }); return out; };
const NF = SIGNALS.length + vocab.length; const prior = [...SIGNALS.map((s) => CLASSES.map((c) => (c === s.supports ? pscale * (s.prior ?? 1.5) : 0))), ...vocab.map(() => [0,0,0,0])];
const example = (r: any, hist: boolean): Example => ({ features: featuresOf(failureOf(r, hist)), label: CLASSES.indexOf(r.label) });

function report(name: string, pairs: { label: number; p: number[] }[]) {
  const m = CLASSES.map(() => CLASSES.map(() => 0));
  for (const { label, p } of pairs) m[label]![p.indexOf(Math.max(...p))]!++;
  const f1s = CLASSES.map((_, k) => { const tp = m[k]![k]!; const pr = tp / m.reduce((s, row) => s + row[k]!, 0) || 0; const rc = tp / m[k]!.reduce((s, x) => s + x, 0) || 0; return [pr, rc, (2 * pr * rc) / (pr + rc) || 0]; });
  const acc = m.reduce((s, row, k) => s + row[k]!, 0) / pairs.length;
  let ece = 0; for (let b = 0; b < 10; b++) { const inb = pairs.filter(({ p }) => Math.min(9, Math.floor(Math.max(...p) * 10)) === b); if (inb.length) { const conf = inb.reduce((s, { p }) => s + Math.max(...p), 0) / inb.length; const hit = inb.filter(({ label, p }) => p.indexOf(Math.max(...p)) === label).length / inb.length; ece += (inb.length / pairs.length) * Math.abs(conf - hit); } }
  console.log(name, 'n', pairs.length, 'acc', acc.toFixed(3), 'F1', (f1s.reduce((s, f) => s + f[2]!, 0) / 4).toFixed(3), 'ece', ece.toFixed(3));
  CLASSES.forEach((c, k) => console.log('  ', c.padEnd(12), m[k]!.join(' ').padEnd(14), f1s[k]!.map((x) => x.toFixed(2)).join(' ')));
}
const repos = [...new Set(dev.map((r: any) => r.repo))].sort();
const foldOf = new Map(repos.map((r, i) => [r, (i * 7919) % 5]));
for (const hist of [false, true]) {
  const pairs: any[] = [];
  const misses: string[] = [];
  for (let fold = 0; fold < 5; fold++) {
    const train = dev.filter((r: any) => foldOf.get(r.repo) !== fold).flatMap((r: any) => [example(r, true), example(r, false)]);
    const weights = fit(train, { classes: 4, features: NF, prior, penalty });
    for (const r of dev.filter((r: any) => foldOf.get(r.repo) === fold)) {
      const e = example(r, hist); const p = softmax(scoresOf(weights, e.features, NF));
      pairs.push({ label: e.label, p });
      const k = p.indexOf(Math.max(...p)); if (k !== e.label) misses.push(`${r.id} ${r.label} -> ${CLASSES[k]} ${p[k]!.toFixed(2)} [${e.features.map((f: any) => SIGNALS[f.index]?.id ?? "").join(' ')}] ${r.error_message.slice(0, 90).replaceAll('\n', ' ')}`);
    }
  }
  report(hist ? 'dev history' : 'dev text', pairs);
  if (process.argv.includes('--misses')) console.log(misses.join('\n'));
}
if (extra.length > 0) {
  const weights = fit(dev.flatMap((r: any) => [example(r, true), example(r, false)]), { classes: 4, features: NF, prior, penalty });
  for (const hist of [false, true]) {
    const misses: string[] = [];
    report(hist ? 'extra history' : 'extra text', extra.map((r: any) => { const e = example(r, hist); const p = softmax(scoresOf(weights, e.features, NF)); const k = p.indexOf(Math.max(...p)); if (k !== e.label) misses.push(`${r.id} ${r.label} -> ${CLASSES[k]} ${p[k]!.toFixed(2)} [${e.features.map((f: any) => SIGNALS[f.index]?.id ?? "").join(' ')}] ${r.title.slice(0,40)} | ${r.error_message.slice(0, 90).replaceAll('\n', ' ')}`); return { label: e.label, p }; }));
    if (process.argv.includes('--misses')) console.log(misses.join('\n'));
  }
}
