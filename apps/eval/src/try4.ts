import { readFileSync } from 'node:fs';
import { SIGNALS } from '../../../packages/analysis/src/classify/signals.ts';
import { readFailure } from '../../../packages/analysis/src/classify/read-failure.ts';
import { wordsOf } from '../../../packages/analysis/src/classify/words.ts';
import { fit, scoresOf, softmax } from './fit.ts';
const CLASSES = ['HEALABLE', 'REAL_BUG', 'KNOWN_FLAKE', 'INFRA'];
const load = (p: string) => readFileSync(p, 'utf8').trim().split('\n').map((l) => JSON.parse(l));
const dev = load('/work/shared/corpus/dev.jsonl');
const extra = ['a', 'b'].flatMap((n) => load(`/work/corpus-extra/${n}.jsonl`));
const has = (x: string) => process.argv.includes(x);
const PEN = Number(process.env.PEN ?? 1), WS = Number(process.env.WS ?? 2), MINR = Number(process.env.MINR ?? 4), T = Number(process.env.T ?? 0), WPEN = Number(process.env.WPEN ?? PEN);
function failureOf(r: any, withHistory: boolean) {
  const h = r.context.history ?? r.context.history_imputed;
  return { title: r.title ?? '', message: r.error_message ?? '', stack: r.stack ?? '', log: r.log_excerpt ?? '',
    ...(withHistory ? { retryPassed: r.context.retry_passed,
      history: h === undefined ? undefined : { test: h.runs === undefined ? undefined : { runs: h.runs, failures: h.failures ?? 0, flakyRuns: h.flaky_passes_on_retry ?? 0 }, passAndFailSameCommit: h.pass_and_fail_same_commit, sinceCommit: h.since_commit ?? h.since ?? h.first_red, branches: h.branches_affected },
      shape: h?.co_failing_tests === undefined ? undefined : { failed: h.co_failing_tests } } : {}) };
}
const cache = new Map<string, any>();
const readOf = (r: any, hist: boolean) => { const key = r.id + hist; let v = cache.get(key); if (!v) { const read = readFailure(failureOf(r, hist) as any); v = { sig: SIGNALS.flatMap((s, i) => (s.find(read) ? [i] : [])), words: [...wordsOf(read)] }; cache.set(key, v); } return v; };
function vocabulary(rows: any[]) { const repos = new Map<string, Set<string>>(); for (const r of rows) for (const w of readOf(r, false).words) { if (!repos.has(w)) repos.set(w, new Set()); repos.get(w)!.add(r.repo); } const n = new Set(rows.map((r) => r.repo)).size; return new Map([...repos].filter(([, s]) => s.size >= MINR).map(([w, s], i) => [w, { index: SIGNALS.length + i, idf: Math.log(n / s.size) }])); }
function train(rows: any[]) {
  const vocab = vocabulary(rows);
  const featuresOf = (r: any, hist: boolean) => { const { sig, words } = readOf(r, hist); const known = words.filter((w: string) => vocab.has(w)).map((w: string) => vocab.get(w)!); const norm = Math.sqrt(known.reduce((s: number, k: any) => s + k.idf ** 2, 0)) || 1; return [...sig.map((index: number) => ({ index, value: 1 })), ...known.map((k: any) => ({ index: k.index, value: (WS * k.idf) / norm }))]; };
  const prior = [...SIGNALS.map((s) => CLASSES.map((c) => (c === s.supports ? (s.prior ?? 1.5) : 0))), ...[...vocab].map(() => [0, 0, 0, 0])];
  const NF = SIGNALS.length + vocab.size;
  const weights = fit(rows.flatMap((r) => [true, false].map((hist) => ({ features: featuresOf(r, hist), label: CLASSES.indexOf(r.label) }))), { classes: 4, features: NF, prior, penalty: PEN });
  return (r: any, hist: boolean) => softmax(scoresOf(weights, featuresOf(r, hist), NF));
}
const pick = (p: number[]) => { let k = p.indexOf(Math.max(...p)); if (T > 0 && (k === 0 || k === 2) && p[1]! >= T) k = 1; return k; };
function report(name: string, pairs: any[]) {
  const m = CLASSES.map(() => CLASSES.map(() => 0));
  for (const { label, p } of pairs) m[label]![pick(p)]!++;
  const f1s = CLASSES.map((_, k) => { const tp = m[k]![k]!; const pr = tp / m.reduce((s, row) => s + row[k]!, 0) || 0; const rc = tp / m[k]!.reduce((s, x) => s + x, 0) || 0; return [pr, rc, (2 * pr * rc) / (pr + rc) || 0]; });
  const acc = m.reduce((s, row, k) => s + row[k]!, 0) / pairs.length;
  let ece = 0; for (let b = 0; b < 10; b++) { const inb = pairs.filter(({ p }) => Math.min(9, Math.floor(p[pick(p)] * 10)) === b); if (inb.length) { const conf = inb.reduce((s, { p }) => s + p[pick(p)], 0) / inb.length; const hit = inb.filter(({ label, p }) => pick(p) === label).length / inb.length; ece += (inb.length / pairs.length) * Math.abs(conf - hit); } }
  console.log(name.padEnd(14), 'n', pairs.length, 'acc', acc.toFixed(3), 'F1', (f1s.reduce((s, f) => s + f[2]!, 0) / 4).toFixed(3), 'ece', ece.toFixed(3), 'mask flake/infra', ((m[1]![2]! + m[1]![3]!) / m[1]!.reduce((a, b) => a + b)).toFixed(2), 'heal', (m[1]![0]! / m[1]!.reduce((a, b) => a + b)).toFixed(2));
  if (has('--table')) CLASSES.forEach((c, k) => console.log('  ', c.padEnd(12), m[k]!.join(' ').padEnd(14), f1s[k]!.map((x) => x.toFixed(2)).join(' ')));
}
const all = has('--union') ? [...dev, ...extra] : dev;
const judged = has('--judge-all') ? all : dev;
const repos = [...new Set(all.map((r: any) => r.repo))].sort();
const foldOf = new Map(repos.map((r, i) => [r, (i * 7919) % 5]));
const out: Record<string, any[]> = { text: [], history: [] };
for (let fold = 0; fold < 5; fold++) {
  const model = train(all.filter((r: any) => foldOf.get(r.repo) !== fold));
  for (const r of judged.filter((r: any) => foldOf.get(r.repo) === fold)) for (const hist of [false, true]) out[hist ? 'history' : 'text']!.push({ label: CLASSES.indexOf(r.label), p: model(r, hist) });
}
report('text', out.text!); report('history', out.history!);
if (has('--extra')) { const model = train(dev); for (const hist of [false, true]) report(hist ? 'extra history' : 'extra text', extra.map((r: any) => ({ label: CLASSES.indexOf(r.label), p: model(r, hist) }))); console.log('vocab', vocabulary(dev).size); }
