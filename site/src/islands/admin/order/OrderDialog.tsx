import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useDiscardQuestion } from '#site/islands/shared/form/discard-question.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { focusNearby } from '#site/islands/ui/focus-nearby.ts';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { createOrderChange, type OrderParent, type OrderSource } from './order-change.ts';
import { ReorderList } from './ReorderList.tsx';

interface Props extends OrderSource {
  parent: OrderParent;
  onClose: () => void;
}

export function OrderDialog({ parent, many, onClose, ...source }: Props) {
  const title = `Reorder ${many} of ${parent.name}`;
  const [change] = useState(() => createOrderChange({ ...source, parent, onSaved: onClose }));
  const { items, failure, busy, isChanged } = useStore(change.$order);
  useEffect(() => void change.load(), [change]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a reload the pressed button is disabled or gone
  useEffect(() => {
    const at = document.activeElement;
    if (at === document.body || at?.matches(':disabled')) focusNearby();
  }, [items, failure]);
  const { leaveBy, question } = useDiscardQuestion(() => isChanged);
  const close = () => leaveBy(onClose);
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      description="Drag by the handle, or use the buttons. Nothing changes for learners until you save."
      busy={busy && items !== null}
      actions={
        <>
          <Button variant="secondary" onClick={close} disabled={busy && items !== null}>
            Cancel
          </Button>
          <Button
            onClick={() => void change.save()}
            disabled={!isChanged}
            busy={busy && items !== null}
            busyLabel="Saving…"
          >
            Save Order
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div role="alert" className="empty:hidden">
          {failure ? (
            <Alert
              tone="danger"
              announce={false}
              action={
                items ? undefined : (
                  <Button variant="secondary" size="small" busy={busy} onClick={() => void change.load()}>
                    Try again
                  </Button>
                )
              }
            >
              {failure}
            </Alert>
          ) : null}
        </div>
        {items ? (
          items.length < 2 ? (
            <p className="text-muted">There are fewer than two {many} here, so there is nothing to order.</p>
          ) : (
            <ReorderList label={title} items={items} disabled={busy} onReorder={change.place} />
          )
        ) : failure ? null : (
          <ListSkeleton label={`Loading ${many}...`} />
        )}
      </div>
      {question}
    </Dialog>
  );
}
