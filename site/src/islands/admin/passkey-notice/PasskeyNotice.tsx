import { useEffect, useState } from 'react';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { toLongDate } from '../../shared/format/dates.ts';
import { closePasskeyNotice, readPasskeyDay } from './passkey-notice.ts';

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
