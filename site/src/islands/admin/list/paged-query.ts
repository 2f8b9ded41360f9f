import type { ReadableAtom } from 'nanostores';
import type { Query } from '../../shared/query/query.ts';
import { createStaffQueryFor, type Kind } from '../query/queries.ts';
import type { ListControl } from './list-state.ts';

interface Rules<Params, Data> {
  kind: Kind;
  name: string;
  list: Pick<ListControl, '$list' | 'turnTo'>;
  /** Null asks for nothing. */
  $params: ReadableAtom<Params | null>;
  load: (params: Params) => Promise<Data>;
  /** How many pages there are by this answer; 0 where nothing is left. */
  countPages: (data: Data) => number;
}

/**
 * The page of a list that the server pages. When the last row of the last page goes, or leaves the filter, the list turns to
 * the page that is the last one now; the rows at hand stay in sight until it is here.
 */
export function createPagedQuery<Params extends { page?: number | string }, Data>({
  kind,
  name,
  list,
  $params,
  load,
  countPages,
}: Rules<Params, Data>): Query<Data> {
  return createStaffQueryFor<Params, Data>(kind, name, $params, async (params) => {
    const data = await load(params);
    const asked = Number(params.page ?? 1);
    const last = Math.max(1, countPages(data));
    // Somebody may have turned the page meanwhile.
    if (asked > last && list.$list.get().page === asked) list.turnTo(last);
    return data;
  });
}
