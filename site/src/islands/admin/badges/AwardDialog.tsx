import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type BadgePerson, CANDIDATES_MAX, type StaffBadge } from '#contract/badges.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { close } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { useAccess } from '../access/access.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { AWARD_PEOPLE_MAX, createAwardForm } from './badge-form.ts';
import { createCandidateSearch } from './badge-list.ts';

type Candidates = ReturnType<ReturnType<typeof createCandidateSearch>['$search']['get']>;

interface Props {
  badge: StaffBadge;
  onClose: () => void;
  onSaved: () => void;
}

export function AwardDialog({ badge, onClose, onSaved }: Props) {
  const isGrand = useAccess()?.isGrand === true;
  const [{ form, $partly }] = useState(() => createAwardForm(badge.id, onSaved));
  const partly = useStore($partly);
  const [search] = useState(() => createCandidateSearch(badge.id));
  const candidates = useStore(search.$search);
  useEffect(() => search.close, [search]);
  const { values, errors, busy } = useStore(form.$form);
  const { people } = values;
  const chosen = new Set(people.map(({ id }) => id));
  const shown = candidates.isSearching ? [] : (candidates.found ?? []);
  const found = shown.filter(({ id }) => !chosen.has(id));
  const isFull = people.length >= AWARD_PEOPLE_MAX;
  const add = (person: BadgePerson) => {
    form.change('people', [...people, person]);
    search.type('');
    focusSearch();
  };
  const leaveOut = (person: BadgePerson) => {
    form.change(
      'people',
      people.filter(({ id }) => id !== person.id),
    );
    // The focused button is about to disappear.
    focusSearch();
  };
  return (
    <FormDialog
      title={`Award ${badge.name}`}
      description="Each person gets an email. The badge counts on the leaderboard at once."
      form={form}
      submitLabel={people.length > 1 ? `Award to ${people.length} people` : 'Award'}
      busyLabel="Awarding…"
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Field
          id="award-search"
          label="People"
          required
          error={errors.people}
          hint={
            isFull
              ? `${AWARD_PEOPLE_MAX} people at a time. Award these first.`
              : isGrand
                ? 'Type two letters of a name or an email.'
                : 'Type two letters of a name or an email of someone enrolled in the league.'
          }
        >
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
          {toFoundText(candidates, found.length) || partly}
        </p>
        {found.length > 0 && !isFull ? (
          <ul aria-label="Found" className="grid overflow-hidden rounded-md border border-line">
            {found.map((person) => (
              <li key={person.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => add(person)}
                  className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 px-3 py-2 text-start hover:bg-sunken"
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
                  onClick={() => leaveOut(person)}
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
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Staff see it beside the holder and in the audit log. The learner sees it in their data."
        required
        rows={3}
        counterMax={REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}

function focusSearch(): void {
  document.getElementById('award-search')?.focus();
}

function toFoundText(search: Candidates, found: number): string {
  if (search.failure) return 'The search failed. Type again to try once more.';
  if (search.isSearching) return 'Searching…';
  if (search.found === null) return '';
  if (found === 0) return 'No one found who can get this badge.';
  if (found === CANDIDATES_MAX) return `The first ${found} people. Type more to narrow it.`;
  return found === 1 ? '1 person found. Press Enter to choose.' : `${found} people found.`;
}
