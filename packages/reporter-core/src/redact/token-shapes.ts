/** A kind of credential that its format identifies. */
export interface TokenShape {
  name: string;
  /** Literal texts. Every token contains one of them. The pattern is not tried on a text without a hint. */
  hints: readonly string[];
  /**
   * Starts with a literal and has only bounded repetitions, so that the search time grows linearly with the text.
   * `redact.test.ts` checks it.
   */
  pattern: RegExp;
}

/**
 * Well-known tokens, by the documented prefixes of their issuers. Does not find passwords and random strings
 * without a prefix. `collectSecretValues` finds the values of environment variables with secret-looking names.
 * @see https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
 */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  shape('svc key', ['svc_'], /svc_[0-9A-Za-z]{36}/),
  shape('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[0-9A-Za-z_]{20,255}/),
  shape('GitHub token', ['github_pat_'], /github_pat_[0-9A-Za-z_]{20,255}/),
  shape(
    'GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-'],
    /gl(?:pat|dt|rt|cbt)-[0-9A-Za-z_.-]{20,255}/,
  ),
  shape('npm token', ['npm_'], /npm_[0-9A-Za-z]{36,64}/),
  shape('PyPI token', ['pypi-'], /pypi-AgE[0-9A-Za-z_-]{50,1000}/),
  shape('AWS key id', ['AKIA', 'ASIA'], /A(?:KI|SI)A[0-9A-Z]{16}(?![0-9A-Za-z])/),
  shape('Google API key', ['AIza'], /AIza[0-9A-Za-z_-]{35}/),
  shape('Google OAuth token', ['ya29.'], /ya29\.[0-9A-Za-z_-]{20,1000}/),
  shape('Google OAuth secret', ['GOCSPX-'], /GOCSPX-[0-9A-Za-z_-]{28}/),
  shape('Slack token', ['xox', 'xapp-'], /(?:xox[abeoprs]|xapp)-[0-9A-Za-z-]{10,255}/),
  shape(
    'Slack webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:services|workflows)\/[0-9A-Za-z/_-]{20,255}/,
  ),
  shape(
    'Discord webhook',
    ['/api/webhooks/'],
    /discord(?:app)?\.com\/api\/webhooks\/\d{1,25}\/[0-9A-Za-z_-]{20,255}/,
  ),
  shape(
    'Stripe key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    /[sr]k_(?:live|test)_[0-9A-Za-z]{10,255}/,
  ),
  shape('Webhook secret', ['whsec_'], /whsec_[0-9A-Za-z+/=]{20,255}/),
  shape(
    'OpenAI or Anthropic key',
    ['sk-'],
    /sk-(?:proj-|svcacct-|admin-|ant-|or-)[0-9A-Za-z_-]{20,255}/,
  ),
  shape('OpenAI key', ['T3BlbkFJ'], /sk-[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20}/),
  shape('Hugging Face token', ['hf_'], /hf_[0-9A-Za-z]{30,64}/),
  shape('SendGrid key', ['SG.'], /SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{30,64}/),
  shape('Twilio key', ['SK', 'AC'], /(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])/),
  shape('DigitalOcean token', ['_v1_'], /do[opr]_v1_[0-9a-f]{64}/),
  shape('Shopify token', ['shp'], /shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}/),
  shape('Docker Hub token', ['dckr_'], /dckr_(?:pat|oat)_[0-9A-Za-z_-]{20,64}/),
  shape('Linear key', ['lin_api_'], /lin_api_[0-9A-Za-z]{32,64}/),
  shape('Doppler token', ['dp.'], /dp\.(?:pt|st|ct|sa|scim|audit)\.[0-9A-Za-z._-]{20,128}/),
  shape('Vault token', ['hvs.', 'hvb.'], /hv[sb]\.[0-9A-Za-z_-]{20,512}/),
  shape('Databricks token', ['dapi'], /dapi[0-9a-f]{32}/),
  shape('Azure storage key', ['AccountKey='], /(?<=AccountKey=)[0-9A-Za-z+/=]{40,120}/),
  shape(
    'JSON web token',
    ['eyJ'],
    /eyJ[0-9A-Za-z_-]{8,4096}\.eyJ[0-9A-Za-z_-]{8,8192}\.[0-9A-Za-z_-]{0,1024}/,
  ),
  shape(
    'basic credentials',
    ['asic '],
    /(?<=[Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["']?[Bb]asic )[0-9A-Za-z+/]{4,2000}={0,2}/,
  ),
  shape('bearer token', ['earer '], /(?<=[Bb]earer )[0-9A-Za-z._~+/=-]{16,4096}/),
  shape(
    'private key',
    ['PRIVATE KEY'],
    // Ends at the next five dashes. Matches all that is left of a truncated key.
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z ]{0,60}-----)?/,
  ),
  shape('credentials', ['://'], /(?<=:\/\/)[^\s/:@'"`]{0,200}:[^\s/@'"`]{1,500}(?=@)/),
];

/** A token must not follow a letter or digit, unless the pattern has its own lookbehind. */
function shape(name: string, hints: readonly string[], pattern: RegExp): TokenShape {
  const looksBehind = pattern.source.startsWith('(?<=') || pattern.source.startsWith('-----');
  const source = looksBehind ? pattern.source : `(?<![0-9A-Za-z_-])${pattern.source}`;
  return { name, hints, pattern: new RegExp(source, 'g') };
}
