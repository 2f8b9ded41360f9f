import { useEffect, useState } from 'react';
import { listPasskeys } from '#contract/passkeys.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { readStored, writeStored } from '../../shared/offline/storage.ts';

export function PasskeyNotice({ userId }: { userId: string }) {
  const [from, setFrom] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void readPasskeyDay(userId).then((day) => {
      if (!isGone) setFrom(day);
    });
    return () => {
      isGone = true;
    };
  }, [userId]);
  if (from === null) return null;
  const close = () => {
    closePasskeyNotice(userId);
    setFrom(null);
    // The focused button is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <Alert
      tone="warning"
      title={`You will need a passkey from ${toLongDate(from)}`}
      className="mb-6"
      action={
        <span className="flex flex-wrap gap-2">
          <ButtonLink href="/dashboard/profile#passkeys" size="small" className="max-md:min-h-11">
            Add a passkey
          </ButtonLink>
          <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={close}>
            Not now
          </Button>
        </span>
      }
    >
      From that day you need one to open the staff area. Adding one takes a minute.
    </Alert>
  );
}

const KEY = 'passkey-notice-closed';

/** YYYY-MM-DD; null if the account has a passkey or closed the notice in this tab. Never throws. */
export async function readPasskeyDay(userId: string): Promise<string | null> {
  if (readStored('session', KEY) === userId) return null;
  try {
    const { passkeys, requiredFrom } = await callApi(listPasskeys);
    return passkeys.length === 0 ? requiredFrom : null;
  } catch {
    return null;
  }
}

export function closePasskeyNotice(userId: string): void {
  writeStored('session', KEY, userId);
}
