import { lazy, Suspense } from 'react';
import { Opened } from '../action/Opened.tsx';
import type { Opening } from '../action/opening.ts';
import type { OrderSubject } from './order-change.ts';

// It brings the sortable list with it.
const OrderDialog = lazy(async () => ({ default: (await import('./OrderDialog.tsx')).OrderDialog }));

/** The dialog that puts something in order; nothing while it is closed. */
export function OpenedOrder({ opening }: { opening: Opening<OrderSubject> }) {
  return (
    <Suspense>
      <Opened opening={opening}>{(subject) => <OrderDialog {...subject} onClose={opening.close} />}</Opened>
    </Suspense>
  );
}
