import { z } from 'zod';
import { candidate, classification } from '../executions/outcomes.ts';
import { actionPlan } from './action-plan.ts';

/** Sources of evidence. */
export const EVIDENCE_SOURCES = [
  'title',
  'message',
  'stack',
  'log',
  'history',
  'execution',
  'changes',
  'feedback',
] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

export const evidence = z
  .object({
    kind: z.string().describe('Kind of evidence, such as `infra.disk`; stable over versions'),
    supports: classification.describe('Class that this evidence supports most'),
    weight: z
      .number()
      .describe('Weight in log-odds: positive supports the verdict, negative contradicts it'),
    text: z.string().describe('Meaning of the evidence, as a sentence'),
    source: z.enum(EVIDENCE_SOURCES),
    quote: z.string().describe('Quote from the input, or a sentence with its figures'),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidence>;

/** Fields of every verdict, on one failure and on a whole execution. */
export const verdictFields = {
  classification: classification.describe(
    'Most likely class. Below a confidence of 0.6 the verdict is unsure: this class and `runnerUp` are then candidates, and neither is a label',
  ),
  confidence: candidate.shape.confidence,
  runnerUp: candidate.describe('Second most likely class'),
  needsHuman: z
    .boolean()
    .describe('True if a person should check the verdict before anyone acts on it'),
  evidence: z
    .array(evidence)
    .describe('Evidence for and against the verdict, strongest first; never empty'),
  notChecked: z.array(z.string()).describe('Facts that were not available to the classifier'),
};

/** Class that a person set for a failure. Later failures with the same fingerprint get it too. */
export const correction = z
  .object({
    classification,
    by: z.string().nullable().describe('Name of the person or API key; null if it was deleted'),
    at: z.iso.datetime(),
  })
  .meta({ id: 'Correction' });
export type Correction = z.infer<typeof correction>;

/** Verdict on one failure. */
export const failureVerdict = z
  .object({
    resultId: z
      .uuid()
      .nullable()
      .describe(
        'Id of the failed result; null for inline failures and for errors of a file or of the whole run',
      ),
    testId: z.string().nullable(),
    title: z.string(),
    file: z.string().nullable(),
    line: z.number().int().nullable(),
    fingerprint: z.string(),
    ...verdictFields,
    suggestion: z.string().describe('First thing to do, in one sentence'),
    actionPlan,
    correctedBy: correction.nullable(),
  })
  .meta({ id: 'FailureVerdict' });
export type FailureVerdict = z.infer<typeof failureVerdict>;
