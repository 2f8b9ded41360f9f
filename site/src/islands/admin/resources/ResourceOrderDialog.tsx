import { useState } from 'react';
import type { Section } from '#contract/sections.ts';
import { OrderDialog } from '../shared/OrderDialog.tsx';
import { createOrderChange } from '../shared/order-change.ts';
import { readResourceOrder, saveResourceOrder } from './resource-list.ts';

interface Props {
  section: Section;
  onClose: () => void;
}

/** Puts the resources of one topic in order. */
export function ResourceOrderDialog({ section, onClose }: Props) {
  const [change] = useState(() =>
    createOrderChange({
      many: 'resources',
      read: () => readResourceOrder(section.id),
      write: (ids, seen) => saveResourceOrder(section.id, ids, seen),
      done: 'Order saved',
      onSaved: onClose,
    }),
  );
  return (
    <OrderDialog
      title={`Reorder resources of ${section.name}`}
      many="resources"
      change={change}
      onClose={onClose}
    />
  );
}
