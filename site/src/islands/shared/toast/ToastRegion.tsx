import { useStore } from '@nanostores/react';
import type { ReactElement } from 'react';
import { close } from '#site/icons/actions.ts';
import { $toasts, dismissToast } from '#site/islands/shared/toast/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MESSAGE_TONES } from '../../ui/message-tones.ts';

/**
 * Where short messages appear; one in each island root. Failures interrupt, the rest wait for a pause. One message at a
 * time stands over the page: the newest, and after it an older one whose time has not run out. That one stays where it is
 * meanwhile, hidden for the eyes only: taken out and put back it would be announced twice.
 */
export function ToastRegion(): ReactElement {
  const toasts = useStore($toasts);
  const newest = toasts.at(-1);
  const isFailure = (tone: string): boolean => tone === 'danger';
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 md:inset-x-auto md:end-6 md:bottom-6 md:justify-items-end">
      {[true, false].map((urgent) => (
        <div key={String(urgent)} role={urgent ? 'alert' : 'status'} className="grid gap-2">
          {toasts
            .filter(({ tone }) => isFailure(tone) === urgent)
            .map(({ id, text, tone }) => (
              <div
                key={id}
                data-theme="dark"
                className={
                  id === newest?.id
                    ? 'enter pointer-events-auto flex max-w-sm items-center gap-2 rounded-md border border-line-strong bg-raised py-1 ps-4 pe-1 text-strong shadow-float'
                    : 'sr-only'
                }
              >
                <Icon path={MESSAGE_TONES[tone].icon} className={MESSAGE_TONES[tone].text} />
                <p className="min-w-0 flex-1 py-2 text-sm font-medium">{text}</p>
                <button
                  type="button"
                  aria-label="Dismiss"
                  disabled={id !== newest?.id}
                  className="grid size-[min(2.75rem,13vw)] shrink-0 place-items-center rounded-md text-muted hover:text-strong"
                  onClick={() => dismissToast(id)}
                >
                  <Icon path={close} size={16} />
                </button>
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
