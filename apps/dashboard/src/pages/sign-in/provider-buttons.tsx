import type { AccountAnswer } from '@svc/contract/account';
import { IconBrandGithub, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { post } from '../../server/sign-in.ts';

interface ProviderButtonsProps {
  /** Those that the server is configured for. */
  providers: AccountAnswer['providers'];
  /** The path to open afterwards. */
  next: string;
}

/** The ways to sign in with an account elsewhere. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const [error, setError] = useState<string | null>(() => errorInAddress());
  const start = async (id: string) => {
    const callbacks = { callbackURL: next, errorCallbackURL: '/sign-in' };
    try {
      const { url } = (await (id === 'github'
        ? post('sign-in/social', { provider: id, ...callbacks })
        : post('sign-in/oauth2', { providerId: id, ...callbacks }))) as { url: string };
      window.location.assign(url);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  if (providers.length === 0) return null;
  return (
    <div className="stack">
      <div className="or">or</div>
      {providers.map(({ id, name }) => (
        <button key={id} className="btn tall" type="button" onClick={() => void start(id)}>
          {id === 'github' ? (
            <IconBrandGithub size={16} stroke={1.5} aria-hidden />
          ) : (
            <IconKey size={16} stroke={1.5} aria-hidden />
          )}
          Continue with {name}
        </button>
      ))}
      {error !== null && (
        <div className="field">
          <div className="err" role="alert">
            <StatusGlyph status="failed" size={14} label={null} />
            {error}
          </div>
        </div>
      )}
    </div>
  );
}

/** Why the provider's sign-in failed, which better-auth adds to the address that it returns to. */
function errorInAddress(): string | null {
  const code = new URLSearchParams(window.location.search).get('error');
  if (code === null) return null;
  return code === 'signup_disabled'
    ? 'There is no account for this address. Ask an admin for an invitation.'
    : `The provider did not sign you in (${code.slice(0, 100)}).`;
}
