import { useState } from 'react';
import type { Week } from '#contract/weeks.ts';
import { OrderDialog } from '../shared/OrderDialog.tsx';
import { createOrderChange } from '../shared/order-change.ts';
import { readSectionOrder, saveSectionOrder } from './section-list.ts';

interface Props {
  week: Week;
  onClose: () => void;
}

/** Puts the topics of one module in order. */
export function SectionOrderDialog({ week, onClose }: Props) {
  const [change] = useState(() =>
    createOrderChange({
      many: 'sections',
      read: () => readSectionOrder(week.id),
      write: (ids, seen) => saveSectionOrder(week.id, ids, seen),
      done: 'Order saved',
      onSaved: onClose,
    }),
  );
  return (
    <OrderDialog title={`Reorder topics of ${week.name}`} many="topics" change={change} onClose={onClose} />
  );
}
