import { useEffect, useId, useRef, useState } from 'react';
import { LEADERBOARD_SEARCH_MAX_LENGTH } from '#contract/leaderboard.ts';
import { debounce } from '#site/islands/shared/clock/debounce.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { leagueList } from '../data/catalogue.ts';
import { $route } from '../routing/router.ts';
import { type View, viewPath } from './view.ts';

const TYPING_MS = 300;

export function Toolbar({ view }: { view: View }) {
  const leagues = useQuery(leagueList).data;
  const [text, setText] = useState(view.search);
  const [soon] = useState(() => debounce((work: () => void) => work(), TYPING_MS));
  const sent = useRef(view.search);
  const hintId = useId();
  useEffect(() => soon.cancel, [soon]);
  useEffect(() => {
    // The URL changed by other means, such as Back: update the box.
    if (view.search === sent.current) return;
    soon.cancel();
    sent.current = view.search;
    setText(view.search);
  }, [view.search, soon]);

  const show = (name: string, league: string) => {
    soon.cancel();
    const search = name.trim();
    sent.current = search;
    if (search === view.search && league === view.league) return;
    const isTypedOn = league === view.league && view.search !== '';
    $route.open(viewPath({ ...view, page: 1, search, league }), isTypedOn);
  };
  return (
    <search className="mt-6 grid gap-3 grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)] sm:gap-4">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          show(text, view.league);
        }}
      >
        <Field label="Search students">
          <TextInput
            type="search"
            value={text}
            maxLength={LEADERBOARD_SEARCH_MAX_LENGTH}
            placeholder="Name"
            autoComplete="off"
            aria-describedby={hintId}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setText(value);
              soon(() => show(value, view.league));
            }}
          />
        </Field>
        <p id={hintId} className="sr-only">
          Type the first letters of a name.
        </p>
      </form>
      {view.isWeek ? null : (
        <Field label="League">
          <Select
            value={view.league}
            placeholder="All leagues"
            options={(leagues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => show(text, event.currentTarget.value)}
          />
        </Field>
      )}
    </search>
  );
}
