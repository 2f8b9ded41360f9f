import { atom, type ReadableAtom } from 'nanostores';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { toActionFailure, toLoadFailure } from '../action/failures.ts';

/** One that has a place among its siblings. */
export interface Placed {
  id: string;
  label: string;
}

interface OrderChangeState {
  /** As it stands in the dialog; null until it is loaded. */
  items: readonly Placed[] | null;
  failure: string | null;
  busy: boolean;
  isChanged: boolean;
}

export interface OrderChange {
  $order: ReadableAtom<OrderChangeState>;
  /** Asks for the order of this moment. */
  load(): Promise<void>;
  place(ids: readonly string[]): void;
  save(): Promise<void>;
}

interface OrderSource {
  /** 'weeks', as in 'Failed to load weeks: …' and 'Failed to reorder weeks: …'. */
  many: string;
  read: () => Promise<readonly Placed[]>;
  /** Sends all ids in their new order, and those before. */
  write: (ids: readonly string[], seen: readonly string[]) => Promise<void>;
}

/** What the order dialog is opened for. */
export interface OrderSubject {
  /** 'Reorder modules of Finance'. */
  title: string;
  /** 'modules': in 'Loading modules...'. */
  many: string;
  source: OrderSource;
}

interface Rules extends OrderSource {
  /** Said when it is done. */
  done: string;
  onSaved: () => void;
}

/** Saves an order whole. If somebody else was quicker, the server refuses and the dialog shows the present order. */
export function createOrderChange({ many, read, write, done, onSaved }: Rules): OrderChange {
  let seen: readonly string[] = [];
  const $order = atom<OrderChangeState>({ items: null, failure: null, busy: false, isChanged: false });
  const patch = (changes: Partial<OrderChangeState>) => $order.set({ ...$order.get(), ...changes });

  const take = (items: readonly Placed[]) => {
    seen = items.map(({ id }) => id);
    patch({ items, isChanged: false });
  };
  return {
    $order,
    load: async () => {
      patch({ failure: null, busy: true });
      try {
        take(await read());
      } catch (error) {
        patch({ failure: toLoadFailure(many, error) });
      }
      patch({ busy: false });
    },
    place: (ids) => {
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
          items.map(({ id }) => id),
          seen,
        );
        showToast({ text: done });
        onSaved();
      } catch (error) {
        // The present order is shown with the refusal, if it can be loaded.
        if (error instanceof ApiFailure && error.code === 'ORDER_OVERTAKEN') {
          await read().then(take, () => undefined);
        }
        patch({ failure: toActionFailure(`reorder ${many}`, error), busy: false });
      }
    },
  };
}
