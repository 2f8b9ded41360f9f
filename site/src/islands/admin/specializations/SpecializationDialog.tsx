import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { Specialization } from '#contract/specializations.ts';
import { close } from '#site/icons/actions.ts';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { leagueList } from '../data/league-list.ts';
import { specializationList } from '../data/specialization-list.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import {
  COHORT_FIELD,
  DESCRIPTION_FIELD,
  type EditorFields,
  findFaults,
  NAME_FIELD,
  toSent,
  toTyped,
  type ValuesOf,
} from '../form/editor-fields.ts';
import { LeagueTicks } from '../form/LeagueTicks.tsx';
import { createEditorForm, toEditorLabels } from '../form/staff-form.ts';
import { ReorderList } from '../order/ReorderList.tsx';
import { useCohortChoices } from '../programme/cohort-choices.ts';
import { type ChosenLeague, orderLeagues, toChoices, toChosen, toggleLeague } from './chosen-leagues.ts';

interface Props {
  specialization: Specialization | null;
  onClose: () => void;
}

export function SpecializationDialog({ specialization, onClose }: Props) {
  const [form] = useState(() => createSpecializationForm(specialization, onClose));
  const { values } = useStore(form.$form);
  return (
    <EditorDialog
      labels={toEditorLabels('Specialization', specialization === null)}
      form={form}
      canSubmit={values.leagues.length > 0}
      fields={SPECIALIZATION_FIELDS}
      choices={{ cohortId: useCohortChoices(specialization?.cohort) }}
      onClose={onClose}
    >
      <LeaguesField form={form} />
    </EditorDialog>
  );
}

function LeaguesField({ form }: { form: Form<SpecializationValues> }) {
  const { values, busy } = useStore(form.$form);
  const { data, error } = useQuery(leagueList);
  const chosen = values.leagues;
  const field = useRef<HTMLFieldSetElement>(null);
  const remove = (league: (typeof chosen)[number]) => {
    const at = chosen.indexOf(league);
    form.change('leagues', toggleLeague(chosen, league));
    // The pressed button disappears with its row.
    focusLater(() => {
      const left = [...(field.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
      return left[at] ?? left.at(-1) ?? field.current?.querySelector<HTMLElement>('input') ?? null;
    });
  };
  return (
    <fieldset ref={field} className="grid gap-4 border-t border-line pt-4" disabled={busy}>
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
              data-remove
              disabled={busy}
              onClick={() => remove(league)}
            >
              <Icon path={close} size={18} />
            </IconButton>
          )}
        />
      )}
      {error && !data ? <Alert tone="danger">{toLoadFailure('leagues', error)}</Alert> : null}
      <LeagueTicks
        leagues={data}
        isChosen={(id) => chosen.some((league) => league.id === id)}
        onToggle={({ id, name }) => form.change('leagues', toggleLeague(chosen, { id, label: name }))}
      />
    </fieldset>
  );
}

export const NO_LEAGUE = 'Please select at least one league for this specialization.';

export const SPECIALIZATION_FIELDS = {
  name: NAME_FIELD,
  cohortId: COHORT_FIELD,
  description: { ...DESCRIPTION_FIELD, rows: 2 },
} as const satisfies EditorFields;

export interface SpecializationValues extends ValuesOf<typeof SPECIALIZATION_FIELDS> {
  leagues: readonly ChosenLeague[];
}

/** After a change by someone else the save fails and the form takes over their leagues; saving again succeeds. */
export function createSpecializationForm(
  specialization: Specialization | null,
  onSaved: () => void,
): Form<SpecializationValues> {
  let expectedUpdatedAt = specialization?.updatedAt;
  const form = createEditorForm({
    draftId: specialization?.id ?? null,
    initial: {
      ...toTyped(SPECIALIZATION_FIELDS, specialization),
      leagues: toChosen(specialization?.leagues ?? []),
    },
    validate: (values: SpecializationValues) => findFaults(SPECIALIZATION_FIELDS, values),
    action: specialization ? 'update specialization' : 'create specialization',
    done: specialization ? 'Specialization saved' : 'Specialization created',
    fieldFailures: {
      SPECIALIZATION_NAME_TAKEN: { name: 'Choose a name that no other specialization of the cohort has' },
      COHORT_NOT_FOUND: { cohortId: 'Choose another cohort' },
    },
    toBody: (values) => ({ ...toSent(SPECIALIZATION_FIELDS, values), leagues: toChoices(values.leagues) }),
    create: specializationList.create,
    update: async (id, changes) => {
      // Leagues are replaced as a whole, so only they need the version that the user saw.
      const seen = changes.leagues ? { expectedUpdatedAt } : {};
      try {
        await specializationList.update(id, { ...changes, ...seen });
      } catch (error) {
        const current = readCurrent(error);
        if (current) {
          expectedUpdatedAt = current.updatedAt;
          specializationList.place(current);
          form.change('leagues', toChosen(current.leagues));
        }
        throw error;
      }
    },
    onSaved,
  });
  return form;
}

function readCurrent(error: unknown): Specialization | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SPECIALIZATION_CHANGED') return null;
  return (error.reply?.specialization as Specialization | undefined) ?? null;
}
