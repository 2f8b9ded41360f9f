import { useEffect, useState } from 'react';
import { FormFailure } from '../shared/form/FormFailure.tsx';
import { toMessage } from '../shared/http/api.ts';
import { canUsePasskeys } from '../shared/passkeys/passkey-host.ts';
import { takeReturnPath } from '../shared/session/return-path.ts';
import { Button } from '../ui/Button.tsx';

/** A challenge is valid for five minutes. */
const OFFER_MS = 240_000;
const FAILED = 'No passkey was used. Please try again.';

async function enterWithPasskey(inAutofill: boolean): Promise<void> {
  const { signInWithPasskey } = await import('./passkey-sign-in.ts');
  const { role } = await signInWithPasskey(inAutofill);
  location.replace(takeReturnPath(role));
}

export function PasskeySignIn() {
  const [isReady, setIsReady] = useState(false);
  const [isPossible, setIsPossible] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    setIsReady(true);
    setIsPossible(canUsePasskeys());
    return canUsePasskeys() ? offerInAutofill(setFailure) : undefined;
  }, []);
  if (!isPossible) return null;
  const use = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await enterWithPasskey(false);
    } catch (error) {
      setFailure(toMessage(error, FAILED));
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-5 [[data-passkeys=none]_&]:hidden">
      <FormFailure>{failure}</FormFailure>
      <Button
        variant="secondary"
        size="large"
        wide
        disabled={!isReady}
        onClick={() => void use()}
        busy={busy}
        busyLabel="Waiting for your passkey…"
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}

/** Returns the function that stops it. */
function offerInAutofill(tell: (failure: string) => void): () => void {
  let offeredAt = Number.NEGATIVE_INFINITY;
  const offer = ({ target }: { target: EventTarget | null }) => {
    const isField = target instanceof HTMLInputElement && target.autocomplete.includes('webauthn');
    if (!isField || performance.now() - offeredAt < OFFER_MS) return;
    offeredAt = performance.now();
    enterWithPasskey(true).catch((error) => {
      // An ignored suggestion is no failure.
      const text = toMessage(error, '');
      if (text) tell(text);
    });
  };
  addEventListener('focusin', offer);
  if (document.activeElement) offer({ target: document.activeElement });
  return () => removeEventListener('focusin', offer);
}
