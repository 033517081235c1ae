import type { McpServer } from '@modelcontextprotocol/server';
import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import { z } from 'zod';
import { addTool } from '../add-tool.ts';
import type { Asking } from '../asking.ts';
import type { ToolAnswer } from '../tool-answer.ts';

const input = z.strictObject({
  analysisId: z.uuid().describe('From analyze_execution'),
  classification: z.enum(CLASSIFICATIONS).describe('The class that the failures really have'),
  fingerprint: z
    .string()
    .regex(/^fp\d+:[0-9a-f]{32}$/, { error: 'Expected a whole fingerprint from analyze_execution' })
    .describe('Of the cause, from analyze_execution'),
});

export function addCorrectAnalysis(server: McpServer, asking: Asking): void {
  addTool(server, {
    name: 'correct_analysis',
    title: 'Correct the class of a failure',
    description:
      'Records the class that a cause of failures really has. Everybody sees it, and later failures with the ' +
      'fingerprint follow it. Use it only when the user has confirmed the class.',
    input,
    writes: true,
    answer: (typed) => correctAnalysis(asking, typed),
  });
}

async function correctAnalysis(
  asking: Asking,
  { analysisId, classification, fingerprint }: z.output<typeof input>,
): Promise<ToolAnswer> {
  const client = await asking.connect();
  const answer = await client.analyses.feedback.mutate({
    id: analysisId,
    classification,
    fingerprint,
  });
  return { facts: [`Recorded: ${answer.classification}.`], data: { ...answer } };
}
