import { useStore } from '@nanostores/react';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { close } from '#site/icons/actions.ts';
import { $toasts, dismissToast, type Toast } from '#site/islands/shared/toast/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MESSAGE_TONES } from '../../ui/message-tones.ts';
import { $openModals } from '../../ui/open-modals.ts';
import { followReleases } from './new-version.ts';

/** So long a screen reader is given to find the region where it stands now, before a message comes into it. */
const SETTLE_MS = 150;
/** A message that stood so long in the region was heard, or is being read out. */
const HEARD_AFTER_MS = 1000;

/**
 * Where short messages appear; one in each island root. While a modal dialog is open the region stands in the topmost
 * one, because everything beside it is inert: no screen reader tells of it, and no button in it can be pressed.
 */
export function ToastRegion(): ReactElement {
  useEffect(followReleases, []);
  const dialog = useStore($openModals).at(-1) ?? null;
  const [place, setPlace] = useState({ dialog, movedAt: Number.NEGATIVE_INFINITY });
  if (place.dialog !== dialog) setPlace({ dialog, movedAt: performance.now() });
  const messages = (
    <Messages key={place.movedAt} movedAt={place.movedAt} isInDialog={place.dialog !== null} />
  );
  return place.dialog ? createPortal(messages, findSlot(place.dialog)) : messages;
}

/** The dialog's own place for messages, where they hide none of its buttons; the last, for a question may stand in a form. */
function findSlot(dialog: HTMLDialogElement): Element {
  return [...dialog.querySelectorAll('[data-toasts]')].at(-1) ?? dialog;
}

/** Not above anything: without the shadow of what floats. */
const IN_DIALOG = 'grid justify-items-center px-[20px] *:*:shadow-none! md:px-6';
const OVER_PAGE =
  'pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2 md:inset-x-auto md:end-6 md:bottom-6 md:justify-items-end';

interface Props {
  /** When the region came to where it stands; before all time for one that has not moved. */
  movedAt: number;
  isInDialog: boolean;
}

/**
 * Failures interrupt, the rest wait for a pause. One message at a time is seen: the newest, and after it an older one
 * whose time has not run out. That one stays where it is meanwhile, hidden for the eyes only: taken out and put back it
 * would be announced twice. For the same reason what was heard before the region moved comes along beside the parts that
 * are announced; what was raised as a dialog closed, and went with it before it was heard, is announced again.
 */
function Messages({ movedAt, isInDialog }: Props): ReactElement {
  const toasts = useStore($toasts);
  const isSettled = useSettled(movedAt);
  const newest = toasts.at(-1);
  const heard = toasts.filter(({ raisedAt }) => movedAt - raisedAt > HEARD_AFTER_MS);
  const fresh = isSettled ? toasts.filter((toast) => !heard.includes(toast)) : [];
  const draw = (shown: readonly Toast[], motion: string) =>
    shown.map((toast) => (
      <Message key={toast.id} toast={toast} isSeen={toast.id === newest?.id} motion={motion} />
    ));
  return (
    <div
      className={`${isInDialog ? IN_DIALOG : OVER_PAGE} ${isInDialog && heard.length + fresh.length > 0 ? 'border-t border-line py-3' : ''}`}
    >
      {heard.length > 0 ? (
        <section aria-label="Messages" className="grid gap-2">
          {draw(heard, '')}
        </section>
      ) : null}
      {(['alert', 'status'] as const).map((role) => (
        // Both roles are read as a whole by default: with each new message, the older one again.
        <div key={role} role={role} aria-atomic="false" className="grid gap-2">
          {draw(
            fresh.filter(({ tone }) => (tone === 'danger') === (role === 'alert')),
            'enter',
          )}
        </div>
      ))}
    </div>
  );
}

/** A message that comes into the page together with its region is not announced by every screen reader. */
function useSettled(movedAt: number): boolean {
  const [isSettled, setIsSettled] = useState(movedAt === Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

function Message({ toast, isSeen, motion }: { toast: Toast; isSeen: boolean; motion: string }) {
  const { id, text, tone, action } = toast;
  return (
    <div
      data-theme="dark"
      className={
        isSeen
          ? `${motion} pointer-events-auto flex max-w-sm items-center gap-2 rounded-md border border-line-strong bg-raised py-1 ps-4 pe-1 text-strong shadow-float`
          : 'sr-only'
      }
    >
      <Icon path={MESSAGE_TONES[tone].icon} className={MESSAGE_TONES[tone].text} />
      <p className="min-w-0 flex-1 py-2 text-sm font-medium">{text}</p>
      {action ? (
        <button
          type="button"
          disabled={!isSeen}
          className="min-h-11 shrink-0 rounded-md px-2 text-sm font-semibold underline"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label="Dismiss"
        disabled={!isSeen}
        className="grid size-[min(2.75rem,13vw)] shrink-0 place-items-center rounded-md text-muted hover:text-strong"
        onClick={() => dismissToast(id)}
      >
        <Icon path={close} size={16} />
      </button>
    </div>
  );
}
