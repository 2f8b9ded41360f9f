import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { grip } from '#site/icons/actions.ts';
import { arrowDown, arrowUp } from '#site/icons/arrows.ts';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

interface Props {
  id: string;
  label: string;
  position: number;
  count: number;
  disabled: boolean;
  onStep: (by: 1 | -1) => void;
  actions?: ReactNode;
  children: ReactNode;
}

export function ReorderRow({ id, label, position, count, disabled, onStep, actions, children }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled });
  // `aria-disabled` keeps the focus at the end of the list; `disabled` would lose it.
  const toStepProps = (by: 1 | -1, mayStep: boolean) => ({
    disabled,
    'aria-disabled': mayStep ? undefined : true,
    className: 'aria-disabled:text-faint aria-disabled:opacity-60',
    onClick: () => {
      if (mayStep) onStep(by);
    },
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      className="flex min-h-12 flex-wrap items-center rounded-md sm:gap-x-2 border border-line bg-surface pe-1 data-dragging:relative data-dragging:z-10 data-dragging:border-keyline data-dragging:shadow-float"
    >
      <button
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        type="button"
        aria-label={`Reorder ${label}`}
        aria-disabled={disabled || undefined}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-hover hover:text-strong aria-disabled:opacity-50"
      >
        <Icon path={grip} />
      </button>
      <span className="w-5 text-end font-display font-bold text-muted tabular-nums">{position}</span>
      <span className="min-w-24 flex-1 px-2 py-2 sm:px-1 text-strong wrap-anywhere">{children}</span>
      <span className="ms-auto flex items-center">
        <IconButton label={`Move ${label} up`} {...toStepProps(-1, position > 1)}>
          <Icon path={arrowUp} size={18} />
        </IconButton>
        <IconButton label={`Move ${label} down`} {...toStepProps(1, position < count)}>
          <Icon path={arrowDown} size={18} />
        </IconButton>
        {actions}
      </span>
    </li>
  );
}
