import { lazy, Suspense } from 'react';
import { DeferredDialog, type DialogState } from '../action/DeferredDialog.tsx';
import type { OrderSubject } from './order-change.ts';

// Keeps the drag-and-drop library out of the screens' chunks.
const OrderDialog = lazy(async () => ({ default: (await import('./OrderDialog.tsx')).OrderDialog }));

export function DeferredOrderDialog({ state }: { state: DialogState<OrderSubject> }) {
  return (
    <Suspense>
      <DeferredDialog state={state}>
        {(subject) => <OrderDialog {...subject} onClose={state.close} />}
      </DeferredDialog>
    </Suspense>
  );
}
