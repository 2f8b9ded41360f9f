import { lazy, Suspense } from 'react';
import { Opened } from '../action/Opened.tsx';
import type { Opening } from '../action/opening.ts';
import type { OrderSubject } from './order-change.ts';

// Keeps the drag-and-drop library out of the screens' chunks.
const OrderDialog = lazy(async () => ({ default: (await import('./OrderDialog.tsx')).OrderDialog }));

export function OpenedOrder({ opening }: { opening: Opening<OrderSubject> }) {
  return (
    <Suspense>
      <Opened opening={opening}>{(subject) => <OrderDialog {...subject} onClose={opening.close} />}</Opened>
    </Suspense>
  );
}
