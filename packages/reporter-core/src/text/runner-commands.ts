/**
 * Text that no CI runner obeys. A test's title or output must not set a variable or hide a part of the log. GitHub's
 * runner obeys lines that begin with `::error::` after spaces, and `##[error]` anywhere; the agent of Azure Pipelines
 * `##vso[…]` and `##[…]`; TeamCity `##teamcity[…]`. GitLab's markers need control characters.
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function withoutRunnerCommands(text: string): string {
  return text.replaceAll(LINE_COMMAND, '$1: :').replaceAll(BRACKET_COMMAND, '## $1[');
}

/** Removes runner commands from a JSON document without changing its values. */
export function removeRunnerCommandsFromJson(json: string): string {
  return json.replaceAll(BRACKET_COMMAND, String.raw`#\u0023$1[`);
}

/** Whether a runner that obeys commands reads the output. Gitea and Forgejo set GitHub's variable. */
export function isReadByRunner(env: Record<string, string | undefined>): boolean {
  return RUNNERS.some((name) => (env[name] ?? '') !== '');
}

const RUNNERS = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'];
const LINE_COMMAND = /^([^\S\n]*)::/gm;
const BRACKET_COMMAND = /##(vso|teamcity|)\[/gi;
