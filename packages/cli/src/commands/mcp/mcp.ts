import type { Invocation, CommonFlags } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc mcp`. */
export const declareMcp: DeclareCommand = (command, run) => {
  command
    .description(
      'Serves the Model Context Protocol on stdin and stdout, so that a coding agent asks what broke, why, and since ' +
        'when. The agent starts it. It only reads, unless --allow-writes is set.',
    )
    .option(
      '--allow-writes',
      'also offer tools that correct the class of failures, and quarantine tests',
    )
    .action(() => run(command, runMcp));
  addExamples(
    command,
    'claude mcp add svc --env SVC_API_KEY=svc_… -- npx -y @svc/cli mcp',
    'svc mcp --url https://svc.example.com --allow-writes',
  );
  command.addHelpText('after', CONFIGURATION);
};

const CONFIGURATION = `
In a client's configuration file:
  {
    "mcpServers": {
      "svc": {
        "command": "npx",
        "args": ["-y", "@svc/cli", "mcp"],
        "env": { "SVC_URL": "http://localhost:4400", "SVC_API_KEY": "svc_…" }
      }
    }
  }`;

interface McpFlags extends CommonFlags {
  allowWrites?: boolean;
}

async function runMcp(invocation: Invocation, flags: McpFlags): Promise<Answer> {
  if (flags.json === true) {
    throw new CommandError('svc mcp has no --json: it speaks JSON-RPC already', 'svc mcp');
  }
  const { serveMcp } = await import('./serve-mcp.ts');
  const { printer, world } = invocation;
  if (world.stdin.isTTY === true) {
    printer.warn('waits for an MCP client on stdin; how to configure one: svc mcp --help');
  }
  // A spinner would say that svc waits for its server.
  await printer.activity.pausedDuring(() => serveMcp(invocation, flags.allowWrites === true));
  return { data: null, text: () => [] };
}
