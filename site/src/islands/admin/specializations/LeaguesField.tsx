import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { narrowRows } from '#contract/list-rules.ts';
import { close } from '#site/icons/actions.ts';
import type { Form } from '#site/islands/shared/form.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { leagueList } from '../leagues/league-list.ts';
import { toLoadFailure } from '../shared/failures.ts';
import { useQuery } from '../shared/queries.ts';
import { ReorderList } from '../shared/ReorderList.tsx';
import { orderLeagues, toggleLeague } from './chosen-leagues.ts';
import { NO_LEAGUE, type SpecializationValues } from './specialization-form.ts';

/** From this many leagues on the choice has a search. */
const SEARCH_FROM = 10;

/** Chooses leagues and puts them in order (ASPEC-04 to ASPEC-08). */
export function LeaguesField({ form }: { form: Form<SpecializationValues> }) {
  const { values, busy } = useStore(form.$form);
  const { data, error } = useQuery(leagueList);
  const [search, setSearch] = useState('');
  const chosen = values.leagues;
  const all = data ?? [];
  const shown = narrowRows(
    all,
    { search, filters: {} },
    { searched: ({ name, cohort }) => [name, cohort.name] },
  );
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4" disabled={busy}>
      <legend className="sr-only">Leagues</legend>
      <p className="text-sm font-semibold text-strong" aria-hidden="true">
        Leagues
      </p>
      {chosen.length === 0 ? (
        <p role="status" className="text-sm font-medium text-warning">
          {NO_LEAGUE}
        </p>
      ) : (
        <ReorderList
          label="Selected leagues in order"
          items={chosen}
          disabled={busy}
          onReorder={(ids) => form.change('leagues', orderLeagues(chosen, ids))}
          actions={(league) => (
            <IconButton
              label={`Remove ${league.label}`}
              disabled={busy}
              onClick={() => form.change('leagues', toggleLeague(chosen, league))}
            >
              <Icon path={close} size={18} />
            </IconButton>
          )}
        />
      )}
      {error && !data ? <Alert tone="danger">{toLoadFailure('leagues', error)}</Alert> : null}
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
        className="grid max-h-56 gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1 sm:grid-cols-2"
      >
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={chosen.some((league) => league.id === id)}
              onChange={() => form.change('leagues', toggleLeague(chosen, { id, label: name }))}
            />
          </li>
        ))}
        {data && shown.length === 0 ? (
          <li className="py-2 text-sm text-muted">
            {all.length === 0 ? 'There is no league yet. Create one first.' : 'No league fits the search.'}
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}
