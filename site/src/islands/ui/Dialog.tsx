import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { close } from '#site/icons/actions.ts';
import { Button, IconButton } from './Button.tsx';
import type { ButtonVariant } from './button-variants.ts';
import { useClickBeside } from './click-beside.ts';
import { focusNearby, rememberRow } from './focus-nearby.ts';
import { Icon } from './Icon.tsx';
import { openModal } from './open-modals.ts';

export type DialogSize = 'small' | 'medium' | 'large' | 'wide' | 'side';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: DialogSize;
  actions?: ReactNode;
  /** A click outside does not close an alertdialog. */
  role?: 'dialog' | 'alertdialog';
  busy?: boolean;
  children?: ReactNode;
}

const SIZES: Record<DialogSize, string> = {
  small: 'm-auto w-[calc(100%-24px)] max-w-md rounded-lg',
  medium: 'm-auto w-[calc(100%-24px)] max-w-xl rounded-lg',
  large: 'm-auto w-[calc(100%-24px)] max-w-4xl rounded-lg',
  wide: 'm-auto w-[calc(100%-24px)] max-w-6xl rounded-lg',
  side: 'my-0 me-0 ms-auto h-dvh max-h-dvh w-full max-w-lg rounded-none border-y-0 border-e-0',
};

const FIRST_FIELD = '[data-body] :is(input:not([type="hidden"], [hidden]), select, textarea):enabled';

/** A native modal dialog. Mounts its content only while open, so that a form starts fresh. */
export function Dialog(props: Props): ReactElement | null {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  size = 'medium',
  actions,
  role = 'dialog',
  busy = false,
  children,
}: Props): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useClickBeside(dialog, () => {
    if (role === 'dialog' && !busy) onClose();
  });

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const findInRow = rememberRow(opener);
    if (element) openModal(element);
    // The browser would focus the close button instead of the safe answer or the first field. In a task of its own,
    // because focusing forces a layout.
    const timer = setTimeout(() => {
      const first = element?.querySelector<HTMLElement>('[data-first-focus]');
      (first ?? element?.querySelector<HTMLElement>(FIRST_FIELD))?.focus();
    });
    return () => {
      clearTimeout(timer);
      element?.close();
      if (!(opener instanceof HTMLElement)) return;
      if (opener.isConnected) opener.focus();
      // The opener may be gone or disabled, or an outer dialog may already have set the focus.
      if (opener === document.body || document.activeElement !== document.body) return;
      const next = document.querySelector('dialog[open]') ? null : findInRow();
      if (next) next.focus({ preventScroll: true });
      else focusNearby();
    };
  }, []);

  const leave = useRef(onClose);
  leave.current = () => {
    if (!busy) onClose();
  };
  useEffect(() => {
    // The browser would let one Escape close a dialog and its parent. Listens on the window, because a drag handles
    // Escape on the document.
    const answerEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (!(event.target instanceof Element) || event.target.closest('dialog') !== dialog.current) return;
      event.preventDefault();
      leave.current();
    };
    addEventListener('keydown', answerEscape);
    return () => removeEventListener('keydown', answerEscape);
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        // React bubbles `cancel` of a nested dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={() => {
        // Chromium closes it on a second Back without a `cancel` event; reopen it and let the owner decide.
        if (!dialog.current || dialog.current.open) return;
        openModal(dialog.current);
        if (!busy) onClose();
      }}
      className={`enter max-h-[calc(100dvh-2rem)] overflow-hidden border border-line-strong bg-raised p-0 [--table-ground:var(--raised)] text-body shadow-float backdrop:bg-veil ${SIZES[size]}`}
    >
      <div className={`flex flex-col ${size === 'side' ? 'h-full' : 'max-h-[calc(100dvh-2rem)]'}`}>
        <div
          className={`flex items-start gap-[8px] ps-[20px] pe-[8px] pt-3 md:gap-4 md:ps-6 md:pe-3 ${description ? '' : 'border-b border-line pb-3'}`}
        >
          <h2 id={`${id}-title`} tabIndex={-1} className="min-w-0 flex-1 py-2 text-lg">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose} disabled={busy}>
            <Icon path={close} />
          </IconButton>
        </div>
        {/* On a phone, the description scrolls with the body; above it, it would leave no room for the fields. */}
        <div className="min-h-0 flex-1 max-sm:overflow-y-auto sm:flex sm:flex-col">
          {description && (
            <div
              id={`${id}-description`}
              className="-mt-0.5 border-b border-line px-[20px] pb-5 text-sm text-muted md:px-6"
            >
              {description}
            </div>
          )}
          {children && (
            <div
              data-body
              className="[content-visibility:auto] px-[20px] py-5 sm:min-h-0 sm:flex-1 sm:overflow-y-auto md:px-6"
            >
              {children}
            </div>
          )}
        </div>
        <div data-toasts />
        {actions && (
          <div className="flex flex-wrap justify-end gap-3 border-t border-line bg-sunken px-[20px] py-4 max-sm:*:grow md:px-6">
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  variant?: ButtonVariant;
  busy?: boolean;
  busyLabel?: string;
  disabled?: boolean;
  field?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'danger',
  busy = false,
  busyLabel,
  disabled = false,
  field,
  onConfirm,
  onCancel,
}: ConfirmProps): ReactElement {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={children}
      size="small"
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel} disabled={busy} data-first-focus>
            {cancelLabel}
          </Button>
          <Button variant={variant} onClick={onConfirm} busy={busy} busyLabel={busyLabel} disabled={disabled}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {field}
    </Dialog>
  );
}
