import { useState } from 'react';
import { OrderDialog } from '../shared/OrderDialog.tsx';
import { createOrderChange } from '../shared/order-change.ts';
import type { LeagueChoice } from '../shared/own-leagues.ts';
import { readWeekOrder, saveWeekOrder } from './week-list.ts';

interface Props {
  league: LeagueChoice;
  onClose: () => void;
}

/** Puts the modules of one league in order. */
export function WeekOrderDialog({ league, onClose }: Props) {
  const [change] = useState(() =>
    createOrderChange({
      many: 'weeks',
      read: () => readWeekOrder(league.id),
      write: (ids, seen) => saveWeekOrder(league.id, ids, seen),
      done: 'Order saved',
      onSaved: onClose,
    }),
  );
  return (
    <OrderDialog
      title={`Reorder modules of ${league.name}`}
      many="modules"
      change={change}
      onClose={onClose}
    />
  );
}
