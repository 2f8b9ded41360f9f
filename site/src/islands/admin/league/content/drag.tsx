import { type DragEvent, type ReactNode, useRef } from 'react';
import { grip } from '#site/icons/actions.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import type { ItemKind } from './outline-edits.ts';

interface Dragged {
  kind: ItemKind;
  id: string;
  label: string;
}

/** For an element with `data-id` that takes these kinds; a parent takes an item as its last one. */
export const dropTarget = (id: string, ...kinds: ItemKind[]) => ({
  'data-id': id,
  'data-drop': kinds.join(' '),
});

export const OVER = 'data-over:bg-brand/20 data-over:ring-2 data-over:ring-inset data-over:ring-brand-strong';

interface Props {
  onDrop: (dragged: Dragged, overId: string) => void;
  children: ReactNode;
}

/** The browser's own dragging, because dnd-kit draws all of 300 rows again at each step. */
export function DragArea({ onDrop, children }: Props) {
  const dragged = useRef<Dragged | null>(null);
  const target = useRef<HTMLElement | null>(null);
  // Without React, which would draw the outline again for each place that the pointer crosses.
  const mark = (over: HTMLElement | null) => {
    if (target.current !== over) target.current?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    target.current = over;
  };
  const start = (event: DragEvent) => {
    const handle = (event.target as HTMLElement).closest<HTMLElement>('[data-kind]');
    const { kind, id = '', label = '' } = handle?.dataset ?? {};
    dragged.current = handle && { kind: kind as ItemKind, id, label };
    const row = handle?.closest('li, section > div');
    if (row) event.dataTransfer.setDragImage(row, 16, 16);
    // Firefox drags only what carries data.
    if (handle) event.dataTransfer.setData('text/plain', label);
  };
  const hover = (event: DragEvent) => {
    const kind = dragged.current?.kind;
    const over = kind && (event.target as HTMLElement).closest<HTMLElement>(`[data-drop~="${kind}"]`);
    mark(over ?? null);
    if (over) event.preventDefault();
  };
  const end = () => {
    mark(null);
    dragged.current = null;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged.current && target.current) onDrop(dragged.current, target.current.dataset.id ?? '');
    end();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handles inside take the keyboard
    <div onDragStart={start} onDragOver={hover} onDrop={drop} onDragEnd={end}>
      {children}
    </div>
  );
}

interface GripProps extends Dragged {
  onStep: (kind: ItemKind, id: string, label: string, by: 1 | -1) => void;
}

export const MOVE_HINT = 'move-hint';
const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Dragged by the pointer; the arrow keys move a step. */
export function Grip({ kind, id, label, onStep }: GripProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Firefox does not drag a <button> (bug 568313)
    <span
      role="button"
      tabIndex={0}
      draggable
      id={`grip-${id}`}
      data-kind={kind}
      data-id={id}
      data-label={label}
      aria-label={`Move ${label}`}
      aria-describedby={MOVE_HINT}
      onKeyDown={(event) => {
        const by = STEPS[event.key];
        if (!by) return;
        event.preventDefault();
        onStep(kind, id, label, by);
        // The row may be drawn anew in another topic.
        focusLater(() => document.getElementById(`grip-${id}`));
      }}
      className="focus-inside grid size-11 shrink-0 cursor-grab place-items-center rounded-md text-muted hover:bg-hover hover:text-strong md:size-9"
    >
      <Icon path={grip} size={18} />
    </span>
  );
}
