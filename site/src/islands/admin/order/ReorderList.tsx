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
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useState } from 'react';
import { ReorderRow } from './ReorderRow.tsx';

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
