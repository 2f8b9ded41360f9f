import { useState } from 'react';
import { narrowRows } from '#contract/list-rules.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { ListSkeleton } from '../shared/ListSkeleton.tsx';
import type { Loaded } from '../shared/queries.ts';
import { type LeagueOption, leagueOptions, SAMPLE_LEAGUES } from './sample-leagues.ts';

/** From this many leagues on the choice has a search. */
const SEARCH_FROM = 10;

interface Props {
  loaded: Loaded<LeagueOption[]>;
  chosen: readonly string[];
  disabled: boolean;
  onChange: (leagueIds: readonly string[]) => void;
}

/** Chooses leagues by ticking them; samples stand in where they cannot be loaded (AUSER-25). */
export function LeagueChoices({ loaded: { data, error, isLoading }, chosen, disabled, onChange }: Props) {
  const [search, setSearch] = useState('');
  if (!data && !error) return <ListSkeleton label="Loading leagues..." />;
  const all = data ?? SAMPLE_LEAGUES;
  const shown = narrowRows(all, { search, filters: {} }, { searched: ({ name, cohort }) => [name, cohort] });
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="mb-2 text-sm font-semibold text-strong">
        Leagues{chosen.length > 0 ? ` (${chosen.length} chosen)` : ''}
      </legend>
      {data ? null : (
        <Alert
          tone="warning"
          title="These are samples"
          action={
            <Button variant="secondary" size="small" busy={isLoading} onClick={leagueOptions.reload}>
              Load the leagues again
            </Button>
          }
        >
          {error ? `${toLoadFailure('leagues', error)}. ` : ''}Nothing can be confirmed with samples.
        </Alert>
      )}
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
        aria-label="Leagues to choose from"
        className="grid max-h-64 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2"
      >
        {shown.map(({ id, name, cohort }) => (
          <li key={id}>
            <Checkbox
              label={
                <span className="grid py-1 leading-tight">
                  <span>
                    {name}
                    {data ? '' : ' (sample)'}
                  </span>
                  <span className="text-xs text-muted">{cohort}</span>
                </span>
              }
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
        {shown.length === 0 ? (
          <li className="py-2 text-sm text-muted">
            {all.length === 0 ? 'There is no league yet. Create one first.' : 'No league fits the search.'}
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
