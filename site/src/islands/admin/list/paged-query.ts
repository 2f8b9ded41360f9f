import type { ReadableAtom } from 'nanostores';
import type { Query } from '../../shared/query/query.ts';
import { createStaffQueryFor, type Kind } from '../query/queries.ts';
import type { ListControl } from './list-state.ts';

type Turned = Pick<ListControl, '$list' | 'turnTo'>;

/**
 * The list on the screen, by what it shows. An answer is shared by its parameters: whoever asked for it first may be a
 * list of a screen that was left, or was never drawn.
 */
const onScreen = new Map<string, Turned>();

interface Rules<Params, Data> {
  kind: Kind;
  name: string;
  list: Turned;
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
  const key = `${kind}:${name}`;
  const query = createStaffQueryFor<Params, Data>(kind, name, $params, async (params) => {
    const data = await load(params);
    const asked = Number(params.page ?? 1);
    const last = Math.max(1, countPages(data));
    const shown = onScreen.get(key);
    // Somebody may have turned the page meanwhile.
    if (shown && asked > last && shown.$list.get().page === asked) shown.turnTo(last);
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
