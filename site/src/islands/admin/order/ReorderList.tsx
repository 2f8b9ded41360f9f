import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, useState } from 'react';
import { grip } from '#site/icons/actions.ts';
import { arrowDown, arrowUp } from '#site/icons/arrows.ts';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';

export interface ReorderItem {
  id: string;
  label: string;
}

interface Props<Item extends ReorderItem> {
  label: string;
  items: readonly Item[];
  /** Gets all ids; the list then shows the changed `items`. */
  onReorder: (ids: string[]) => void;
  disabled?: boolean;
  children?: (item: Item) => ReactNode;
  actions?: (item: Item) => ReactNode;
}

const INSTRUCTIONS =
  'Press space or enter to pick up an item, the arrow keys to move it, space or enter again to drop it, escape to leave it where it was.';

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

export function ReorderList<Item extends ReorderItem>({
  label,
  items,
  onReorder,
  disabled = false,
  children = (item) => item.label,
  actions,
}: Props<Item>) {
  const [announcement, setAnnouncement] = useState('');
  const sensors = useSensors(
    // Below 4 px of movement the press is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ids.length) return;
    onReorder(arrayMove(ids, from, to));
  };
  const step = (item: Item, from: number, to: number) => {
    move(from, to);
    setAnnouncement(`${item.label} moved to position ${to + 1} of ${items.length}`);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: toAnnouncements(items),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ol aria-label={label} className="grid gap-2">
          {items.map((item, index) => (
            <ReorderRow
              key={item.id}
              id={item.id}
              label={item.label}
              position={index + 1}
              count={items.length}
              disabled={disabled}
              onStep={(by) => step(item, index, index + by)}
              actions={actions?.(item)}
            >
              {children(item)}
            </ReorderRow>
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}

function toAnnouncements(items: readonly ReorderItem[]): Announcements {
  const labelOf = (id: unknown) => items.find((item) => item.id === id)?.label ?? '';
  const placeOf = (id: unknown) =>
    `position ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${labelOf(active.id)}, ${placeOf(active.id)}`,
    // Announcing the item's own place would cut off 'Picked up'.
    onDragOver: ({ active, over }) =>
      over?.id === active.id || !over ? undefined : `${labelOf(active.id)} is over ${placeOf(over.id)}`,
    onDragEnd: ({ active, over }) =>
      over ? `${labelOf(active.id)} dropped at ${placeOf(over.id)}` : `${labelOf(active.id)} dropped`,
    onDragCancel: ({ active }) => `${labelOf(active.id)} is back at ${placeOf(active.id)}`,
  };
}

interface ReorderRowProps {
  id: string;
  label: string;
  position: number;
  count: number;
  disabled: boolean;
  onStep: (by: 1 | -1) => void;
  actions?: ReactNode;
  children: ReactNode;
}

function ReorderRow({ id, label, position, count, disabled, onStep, actions, children }: ReorderRowProps) {
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
