import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { type BadgePerson, CANDIDATES_MAX } from '#contract/badges.ts';
import { close } from '#site/icons/actions.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import type { TypedSearch } from '../list/typed-search.ts';

interface WithPeople {
  people: readonly BadgePerson[];
}

interface Props<Values extends WithPeople> {
  form: Form<Values>;
  search: TypedSearch<readonly BadgePerson[]>;
  hint: string;
  max: number;
  fullHint: string;
  noneText: string;
  /** Shown while nothing is searched for. */
  status?: string;
}

/** Searches for people and collects those who were chosen. */
export function PeoplePicker<Values extends WithPeople>({
  form,
  search,
  hint,
  max,
  fullHint,
  noneText,
  status,
}: Props<Values>) {
  const id = useId();
  const candidates = useStore(search.$search);
  useEffect(() => search.close, [search]);
  const { values, errors, busy } = useStore(form.$form);
  const { people } = values;
  const chosen = new Set(people.map((person) => person.id));
  const shown = candidates.isSearching ? [] : (candidates.found ?? []);
  const found = shown.filter((person) => !chosen.has(person.id));
  const isFull = people.length >= max;
  const change = (next: readonly BadgePerson[]) => {
    form.change('people', next as Values['people']);
    // The focused button is about to disappear.
    document.getElementById(id)?.focus();
  };
  const add = (person: BadgePerson) => {
    search.type('');
    change([...people, person]);
  };
  return (
    <div className="grid gap-3">
      <Field id={id} label="People" required error={errors.people} hint={isFull ? fullHint : hint}>
        <TextInput
          type="search"
          autoComplete="off"
          value={candidates.words}
          readOnly={busy || isFull}
          placeholder="Name, email or roll number"
          onKeyDown={(event) => {
            // Enter picks the only search result and never submits the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (found.length === 1 && found[0] && !busy && !isFull) add(found[0]);
          }}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {toFoundText(candidates, found.length, noneText) || status}
      </p>
      {found.length > 0 && !isFull ? (
        <ul aria-label="Found" className="grid overflow-hidden rounded-md border border-line">
          {found.map((person) => (
            <li key={person.id} className="border-line not-first:border-t">
              <button
                type="button"
                disabled={busy}
                onClick={() => add(person)}
                className="focus-inside flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-3 py-2 text-start hover:bg-sunken"
              >
                <span className="font-semibold text-strong wrap-anywhere" dir="auto">
                  {person.name}
                </span>
                <span className="text-sm text-muted">
                  <EmailText email={person.email} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {people.length > 0 ? (
        <ul aria-label="Chosen" className="flex flex-wrap gap-2">
          {people.map((person) => (
            <li key={person.id}>
              <Button
                variant="secondary"
                size="small"
                className="max-md:min-h-11"
                disabled={busy}
                title={person.email}
                onClick={() => change(people.filter((other) => other.id !== person.id))}
              >
                <span className="sr-only">Leave out </span>
                {person.name}
                <Icon path={close} size={16} />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function toFoundText(
  search: { found: unknown; isSearching: boolean; failure: string | null },
  found: number,
  noneText: string,
): string {
  if (search.failure) return 'The search failed. Type again to try once more.';
  if (search.isSearching) return 'Searching…';
  if (search.found === null) return '';
  if (found === 0) return noneText;
  if (found === CANDIDATES_MAX) return `The first ${found} people. Type more to narrow it.`;
  return found === 1 ? '1 person found. Press Enter to choose.' : `${found} people found.`;
}
