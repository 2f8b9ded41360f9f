import { pencil, trash } from '#site/icons/actions.ts';
import { Button, IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

interface Props {
  /** Starts with `word` and names the row: 'Edit Finance'. */
  label: string;
  icon: string;
  word?: string;
  danger?: boolean;
  /** Keeps the focus and ignores clicks. */
  busy?: boolean;
  onClick: () => void;
}

/** 36 px with a mouse, 44 px on a phone. */
export function RowButton({ label, icon, word, danger = false, busy = false, onClick }: Props) {
  if (word) {
    return (
      <Button
        variant="ghost"
        size="small"
        aria-label={label}
        busy={busy}
        onClick={onClick}
        className={`max-md:min-h-11 max-md:first:-ms-3 md:max-xl:px-1.5 ${danger ? 'text-danger! enabled:hover:bg-danger-tint' : ''}`}
      >
        {/* On tablets there is room only for the word. */}
        <Icon path={icon} size={18} className="md:max-xl:hidden" />
        {word}
      </Button>
    );
  }
  return (
    <IconButton
      label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={`aria-disabled:opacity-60 max-md:first:-ms-3 md:size-9 ${danger ? 'text-danger! enabled:hover:bg-danger-tint' : ''}`}
    >
      <Icon path={icon} size={18} />
    </IconButton>
  );
}

type Known = Omit<Props, 'label' | 'icon' | 'word' | 'danger'> & { name: string };

export function EditButton({ name, ...rest }: Known) {
  return <RowButton {...rest} label={`Edit ${name}`} icon={pencil} />;
}

export function DeleteButton({ name, ...rest }: Known) {
  return <RowButton {...rest} label={`Delete ${name}`} icon={trash} danger />;
}
