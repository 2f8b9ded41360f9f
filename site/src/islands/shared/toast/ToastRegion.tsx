import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ReactElement, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { close } from '#site/icons/actions.ts';
import { $toasts, dismissToast, showToast, type Toast } from '#site/islands/shared/toast/toast.ts';
import { MESSAGE_TONES } from '#site/islands/ui/Alert.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { $openModals } from '../../ui/open-modals.ts';

const $place = atom<HTMLElement | null>(null);
/** Ref of an element in a sticky bar, where toasts then appear. */
export const placeToasts = (element: HTMLElement | null): void => $place.set(element);

/** Render once per island root. With an open dialog, toasts move into it, because everything else is inert. */
export function ToastRegion({ className }: { className: string }): ReactElement {
  useEffect(followReleases, []);
  const toasts = useStore($toasts);
  const place = useStore($place);
  const modals = useStore($openModals);
  const dialog = modals.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a dialog opens over the page
  const lastBefore = useMemo(() => $toasts.get().at(-1)?.id ?? 0, [modals[0]]);
  const slot = dialog ? findSlot(dialog) : place;
  const shown = dialog ? toasts.filter(({ id }) => id > lastBefore) : toasts;
  const padding = shown.length === 0 ? '' : dialog ? 'border-t border-line px-[20px] py-3 md:px-6' : 'py-2';
  const messages = <Messages toasts={shown} />;
  if (dialog && slot) return createPortal(<div className={padding}>{messages}</div>, slot);
  if (slot) return createPortal(messages, slot);
  return <div className={`sticky z-20 bg-page px-4 sm:px-6 lg:px-8 ${className} ${padding}`}>{messages}</div>;
}

function findSlot(dialog: HTMLDialogElement): Element {
  return [...dialog.querySelectorAll('[data-toasts]')].at(-1) ?? dialog;
}

// Older messages stay in the DOM, hidden, because re-adding one would announce it again.
function Messages({ toasts }: { toasts: readonly Toast[] }): ReactElement {
  const newest = toasts.at(-1);
  return (
    <div className="grid w-full justify-items-end">
      {(['alert', 'status'] as const).map((role) => (
        // Both roles default to atomic, which would read older messages again.
        <div key={role} role={role} aria-atomic="false" className="max-sm:w-full">
          {toasts
            .filter(({ tone }) => (tone === 'danger') === (role === 'alert'))
            .map((toast) => (
              <Message key={toast.id} toast={toast} isSeen={toast.id === newest?.id} />
            ))}
        </div>
      ))}
    </div>
  );
}

function Message({ toast, isSeen }: { toast: Toast; isSeen: boolean }) {
  const { id, text, tone, action } = toast;
  return (
    <div
      data-theme="dark"
      data-toast
      className={
        isSeen
          ? 'enter flex items-center gap-2 rounded-md border border-line-strong bg-raised ps-3 text-strong sm:max-w-xl'
          : 'sr-only'
      }
    >
      <Icon path={MESSAGE_TONES[tone].icon} className={MESSAGE_TONES[tone].text} />
      <p className="min-w-0 flex-1 py-1 text-sm leading-snug font-medium [overflow-wrap:anywhere]">{text}</p>
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

/** Shows a toast if code failed to load because a release replaced it. */
function followReleases(): () => void {
  const check = async () => {
    if (!(await isReplaced())) return;
    showToast({
      text: 'A new version is ready. Save what you typed, then load the page again.',
      tone: 'info',
      ms: null,
      action: { label: 'Load again', run: () => location.reload() },
    });
  };
  addEventListener('vite:preloadError', check);
  return () => removeEventListener('vite:preloadError', check);
}

async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('astro-island')?.getAttribute('component-url');
  if (!entry) return false;
  try {
    const page = await fetch(location.pathname, { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
}
