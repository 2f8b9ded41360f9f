import { type ComponentProps, lazy, Suspense } from 'react';
import { DeferredDialog, type DialogState } from '#site/islands/shared/action/DeferredDialog.tsx';
import type { OrderParent } from './order-change.ts';

// Keeps the drag-and-drop library out of the screens' chunks.
const OrderDialog = lazy(async () => ({ default: (await import('./OrderDialog.tsx')).OrderDialog }));

interface Props extends Omit<ComponentProps<typeof OrderDialog>, 'parent' | 'onClose'> {
  state: DialogState<OrderParent>;
}

export function DeferredOrderDialog({ state, ...order }: Props) {
  return (
    <Suspense>
      <DeferredDialog state={state}>
        {(parent) => <OrderDialog {...order} parent={parent} onClose={state.close} />}
      </DeferredDialog>
    </Suspense>
  );
}
