import { atom, type ReadableAtom } from 'nanostores';
import { toActionFailure, toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';

export interface Placed {
  id: string;
  label: string;
}

interface OrderChangeState {
  items: readonly Placed[] | null;
  failure: string | null;
  busy: boolean;
  isChanged: boolean;
}

/** A league with its modules, a module with its topics, a topic with its resources. */
export interface OrderParent {
  id: string;
  name: string;
}

export interface OrderSource {
  /** On-screen name, for 'Loading modules...'. */
  many: string;
  /** API name, for 'Failed to load weeks: …'. */
  failedAs: string;
  read: (parentId: string) => Promise<readonly Placed[]>;
  /** The server refuses if the order is no longer `seen`. */
  write: (parentId: string, ids: readonly string[], seen: readonly string[]) => Promise<void>;
}

interface Rules extends Omit<OrderSource, 'many'> {
  parent: OrderParent;
  onSaved: () => void;
}

export function toOrders<Key extends string>(ids: readonly string[], key: Key) {
  return ids.map((id, index) => ({ [key]: id, order: index + 1 }) as Record<Key, string> & { order: number });
}

export function toPlaced(rows: readonly { id: string; name: string }[]): Placed[] {
  return rows.map(({ id, name }) => ({ id, label: name }));
}

/** If someone else changed the order, the server refuses and the dialog loads theirs. */
export function createOrderChange({ parent, failedAs, read, write, onSaved }: Rules) {
  let seen: readonly string[] = [];
  const $order = atom<OrderChangeState>({ items: null, failure: null, busy: false, isChanged: false });
  const patch = (changes: Partial<OrderChangeState>) => $order.set({ ...$order.get(), ...changes });

  const take = (items: readonly Placed[]) => {
    seen = items.map(({ id }) => id);
    patch({ items, isChanged: false });
  };
  return {
    $order: $order as ReadableAtom<OrderChangeState>,
    load: async () => {
      patch({ failure: null, busy: true });
      try {
        take(await read(parent.id));
      } catch (error) {
        patch({ failure: toLoadFailure(failedAs, error) });
      }
      patch({ busy: false });
    },
    place: (ids: readonly string[]) => {
      const { items } = $order.get();
      const byId = new Map(items?.map((item) => [item.id, item]));
      const placed = ids.flatMap((id) => byId.get(id) ?? []);
      patch({ items: placed, failure: null, isChanged: ids.some((id, index) => seen[index] !== id) });
    },
    save: async () => {
      const { items, busy } = $order.get();
      if (!items || busy) return;
      patch({ failure: null, busy: true });
      try {
        await write(
          parent.id,
          items.map(({ id }) => id),
          seen,
        );
        showToast({ text: 'Order saved' });
        onSaved();
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'ORDER_OVERTAKEN') {
          await read(parent.id).then(take, () => undefined);
        }
        patch({ failure: toActionFailure(`reorder ${failedAs}`, error), busy: false });
      }
    },
  };
}
