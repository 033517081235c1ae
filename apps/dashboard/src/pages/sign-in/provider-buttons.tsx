import type { AccountAnswer } from '@svc/contract/people/account';
import { IconBrandGithub, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { FieldError } from '../../components/forms/field.tsx';
import { post } from '../../server/sign-in.ts';
import { toSiteAddress } from '../../server/site.ts';

interface ProviderButtonsProps {
  /** Those that the server is configured for. */
  providers: AccountAnswer['providers'];
  /** The path to open afterwards. */
  next: string;
  /** Whether there is no form with a password above. */
  isOnly?: boolean;
}

/** The ways to sign in with an account elsewhere. */
export function ProviderButtons({ providers, next, isOnly = false }: ProviderButtonsProps) {
  const [error, setError] = useState<string | null>(() => readAddressError());
  const start = async (id: string) => {
    try {
      const { url } = (await post('sign-in/social', {
        provider: id,
        callbackURL: toSiteAddress(next),
      })) as { url: string };
      window.location.assign(url);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  if (providers.length === 0) return null;
  return (
    <div className="stack">
      {!isOnly && <div className="or">or</div>}
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
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

/** Why the provider's sign-in failed: the word that the server adds to the address of the sign-in page. */
function readAddressError(): string | null {
  const word = new URLSearchParams(window.location.search).get('error');
  if (word === null) return null;
  return ERRORS[word] ?? 'The provider did not sign you in. Try it once more.';
}

const ERRORS: Record<string, string> = {
  invitation_required: 'There is no account for this address. Ask an admin for an invitation.',
  sign_up_closed: 'There is no account for this address, and nobody can create one.',
  email_not_verified: 'The provider has not verified your e-mail address.',
  provider_unavailable: 'The provider does not answer. Try it later.',
};
