import type { ReadableAtom } from 'nanostores';
import type { Query } from '../../shared/query/query.ts';
import { createStaffQueryFor, type Kind } from '../query/queries.ts';
import type { ListControl } from './list-state.ts';

type Turned = Pick<ListControl, '$list' | 'turnTo'>;

/** By query key. Lists share answers, and the list that asked may be gone. */
const onScreen = new Map<string, Turned>();

interface Rules<Params, Data> {
  kind: Kind;
  name: string;
  list: Turned;
  /** Null loads nothing. */
  $params: ReadableAtom<Params | null>;
  load: (params: Params) => Promise<Data>;
  /** 0 without rows. */
  countPages: (data: Data) => number;
}

/** If the last page becomes empty, turns to the new last page and shows the old rows until it arrives. */
export function createPagedQuery<Params extends { page?: number | string }, Data>({
  kind,
  name,
  list,
  $params,
  load,
  countPages,
}: Rules<Params, Data>): Query<Data> {
  const key = `${kind}:${name}`;
  const query = createStaffQueryFor<Params, Data>(kind, name, $params, async (params) => {
    const data = await load(params);
    const requested = Number(params.page ?? 1);
    const last = Math.max(1, countPages(data));
    const shown = onScreen.get(key);
    // The user may have turned the page meanwhile.
    if (shown && requested > last && shown.$list.get().page === requested) shown.turnTo(last);
    return data;
  });
  return {
    ...query,
    watch: () => {
      onScreen.set(key, list);
      return query.watch();
    },
  };
}
