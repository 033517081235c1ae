import { useAccount } from '../../server/account.ts';
import { buildSetupTexts, type SetupText } from './setup-texts.ts';

/** The set-up texts for this server; none until the server has answered where its packages are. */
export function useSetupTexts(): readonly SetupText[] {
  const account = useAccount();
  return account === undefined ? [] : buildSetupTexts(account.checkout);
}
