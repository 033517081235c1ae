import type { Webhook } from '@svc/contract/webhooks/webhooks';
import { Field } from '../../../../components/forms/field.tsx';
import { Segments } from '../../../../components/filters/segments.tsx';
import { CopyButton } from '../../../../components/text/copy.tsx';
import { formatTime } from '../../../../format/time.ts';
import { generateSecret } from './generated-secret.ts';
import type { WebhookDraft } from './webhook-draft.ts';

interface SecretFieldProps {
  /** Null for a new webhook. */
  webhook: Webhook | null;
  draft: WebhookDraft;
  error: string | undefined;
  onChange: (changes: Partial<WebhookDraft>) => void;
}

/** The secret that signs deliveries: a generated one or text. The server never shows it again. */
export function SecretField({ webhook, draft, error, onChange }: SecretFieldProps) {
  const { secretAction } = draft;
  const until = webhook?.previousSecretUntil ?? null;
  return (
    <div className="stack tight secret-field">
      {webhook?.hasSecret === true && (
        <>
          <span className="field-label">Secret</span>
          <div>
            <Segments
              label="Secret"
              value={secretAction}
              onChange={(action) => onChange({ secretAction: action, secret: '' })}
              segments={[
                { value: 'keep', label: 'Keep' },
                { value: 'set', label: 'Replace' },
                { value: 'remove', label: 'Remove' },
              ]}
            />
          </div>
          {until !== null && secretAction !== 'remove' && (
            <p className="sub">
              The secret before the present one also signs until {formatTime(new Date(until))}.
            </p>
          )}
          {secretAction === 'remove' && (
            <p className="sub">Deliveries are no longer signed, from the next attempt on.</p>
          )}
        </>
      )}
      {secretAction === 'set' && (
        <NewSecret
          label={webhook?.hasSecret === true ? 'New secret' : 'Secret'}
          isReplacing={webhook?.hasSecret === true}
          value={draft.secret}
          error={error}
          onChange={(secret) => onChange({ secret })}
        />
      )}
    </div>
  );
}

interface NewSecretProps {
  label: string;
  /** Whether there is one already, which stays valid for a day. */
  isReplacing: boolean;
  value: string;
  error: string | undefined;
  onChange: (secret: string) => void;
}

function NewSecret({ label, isReplacing, value, error, onChange }: NewSecretProps) {
  return (
    <>
      <Field
        label={label}
        aside={
          <button
            className="link-button small"
            type="button"
            onClick={() => onChange(generateSecret())}
          >
            Generate
          </button>
        }
        value={value}
        required={isReplacing}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        placeholder={isReplacing ? undefined : 'none: deliveries are not signed'}
        help="The receiver checks signatures with it. After whsec_ it is base64; any other text is used as it is."
        error={error ?? null}
        onChange={({ target }) => onChange(target.value)}
      />
      {value !== '' && (
        <div className="note warn">
          <div className="grow">
            <b className="strong">Copy it now.</b> It is stored encrypted and never shown again.
            {isReplacing && ' The secret before it signs too for 24 more hours.'}
          </div>
          <CopyButton text={value} label="Copy the secret" className="btn sm">
            Copy
          </CopyButton>
        </div>
      )}
    </>
  );
}
