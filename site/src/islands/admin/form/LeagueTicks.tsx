import { type ReactNode, useState } from 'react';
import { filterRows } from '#contract/list-rules.ts';
import { useIncrementalList } from '#site/islands/shared/list/incremental-list.ts';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';

const SEARCH_FROM = 10;

export interface LeagueTick {
  id: string;
  name: string;
  cohort: { name: string };
}

interface Props<Row extends LeagueTick> {
  /** Null while loading. */
  leagues: readonly Row[] | null;
  children?: (league: Row) => ReactNode;
  isChosen: (id: string) => boolean;
  onToggle: (league: Row) => void;
}

export function LeagueTicks<Row extends LeagueTick>({
  leagues,
  children = ({ name }) => name,
  isChosen,
  onToggle,
}: Props<Row>) {
  const [search, setSearch] = useState('');
  const all = leagues ?? [];
  const shown = filterRows(
    all,
    { search, filters: {} },
    { searched: (league) => [league.name, league.cohort.name] },
  );
  const drawn = useIncrementalList<HTMLUListElement>({ keys: shown.map(({ id }) => id) });
  return (
    <>
      {all.length >= SEARCH_FROM ? (
        <TextInput
          type="search"
          aria-label="Search leagues to choose from"
          placeholder="Search leagues"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <ul
        ref={drawn.box}
        style={drawn.style}
        aria-label="Leagues to choose from"
        className="grid max-h-64 gap-x-4 overflow-y-auto rounded-md border border-line-strong px-3 py-1 sm:grid-cols-2"
      >
        {shown.slice(0, drawn.count).map((league) => (
          <li key={league.id}>
            <Checkbox
              label={children(league)}
              checked={isChosen(league.id)}
              onChange={() => onToggle(league)}
            />
          </li>
        ))}
        {leagues && shown.length === 0 ? (
          <li className="py-2 text-sm text-muted">
            {all.length === 0 ? 'There is no league yet. Create one first.' : 'No leagues match the search.'}
          </li>
        ) : null}
      </ul>
    </>
  );
}
