import type { CreatedApiKey } from '@svc/contract/people/api-keys';
import { useState } from 'react';
import { CreatedKey } from './created-key.tsx';
import { NewKeyForm } from './new-key-form.tsx';

/** Creates a key in two steps: what it may do, then the key itself, once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return created === null ? (
    <NewKeyForm onCreated={setCreated} onClose={onClose} />
  ) : (
    <CreatedKey created={created} onClose={onClose} />
  );
}
