import {
  type Collision,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { grip } from '#site/icons/actions.ts';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import type { ItemKind } from './outline-edits.ts';

interface Dragged {
  kind: ItemKind;
  id: string;
  label: string;
}

// The page reads moves out itself.
const silent = () => undefined;
const SILENT = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };

interface Props {
  onDrop: (dragged: Dragged, overId: string) => void;
  children: ReactNode;
}

/** A module, topic or resource lands only where its kind may be. */
export function DragArea({ onDrop, children }: Props) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const end = ({ over }: DragEndEvent) => {
    setDragged(null);
    if (dragged && over) onDrop(dragged, String(over.data.current?.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      accessibility={{ announcements: SILENT }}
      onDragStart={({ active }) => setDragged(active.data.current as Dragged)}
      onDragEnd={end}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <p className="w-fit max-w-80 truncate rounded-md border border-keyline bg-raised px-3 py-2 text-sm font-semibold text-strong shadow-float">
            {dragged.label}
          </p>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

const findTarget: typeof closestCenter = (input): Collision[] =>
  closestCenter({
    ...input,
    droppableContainers: input.droppableContainers.filter(
      ({ data }) => data.current?.accepts === input.active.data.current?.kind,
    ),
  });

/** How the place under the pointer looks. */
export const OVER = 'bg-brand/20 ring-2 ring-inset ring-brand-strong';

/** `id` of a parent takes an item as its last one; `part` tells the two apart. */
export function useDropTarget(accepts: ItemKind, id: string, part = '') {
  const { setNodeRef, isOver } = useDroppable({ id: `${part}${id}`, data: { accepts, id } });
  return { ref: setNodeRef, isOver };
}

interface GripProps extends Dragged {
  onStep: (kind: ItemKind, id: string, label: string, by: 1 | -1) => void;
}

export const MOVE_HINT = 'move-hint';
const STEPS: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Dragged by the pointer; the arrow keys move a step. */
export function Grip({ kind, id, label, onStep }: GripProps) {
  const { setNodeRef, listeners } = useDraggable({ id, data: { kind, id, label } });
  return (
    <button
      {...listeners}
      ref={setNodeRef}
      type="button"
      id={`grip-${id}`}
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
      className="focus-inside grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-hover hover:text-strong md:size-9"
    >
      <Icon path={grip} size={18} />
    </button>
  );
}
