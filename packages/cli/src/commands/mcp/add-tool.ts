import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { formatToolAnswer, type ToolAnswer } from './tool-answer.ts';
import { formatToolError } from './tool-error.ts';

export interface Tool<Input extends z.ZodObject> {
  name: string;
  /** For people, in the list of tools of a client. */
  title: string;
  /** For the model: what it answers, and when to choose it. */
  description: string;
  input: Input;
  /** The tool changes what the service has recorded. */
  writes?: boolean;
  answer: (input: z.output<Input>) => Promise<ToolAnswer>;
}

/** Registers a tool. Its errors are answers too: what was wrong, and what to do. */
export function addTool<Input extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, writes = false, answer }: Tool<Input>,
): void {
  // Overloads of the SDK do not accept a type parameter.
  const inputSchema: z.ZodObject = input;
  const annotations = {
    title,
    readOnlyHint: !writes,
    // Nothing that was recorded is lost: a correction and a quarantine can be taken back.
    destructiveHint: false,
    idempotentHint: true,
    // The answers hold texts that tests wrote.
    openWorldHint: true,
  };
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (typed): Promise<CallToolResult> => {
      try {
        // The SDK has parsed it with the same schema.
        const found = await answer(typed as z.output<Input>);
        return { content: [{ type: 'text', text: formatToolAnswer(found) }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: formatToolError(error) }] };
      }
    },
  );
}
