import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { Specialization } from '#contract/specializations.ts';
import { close } from '#site/icons/actions.ts';
import type { Form } from '#site/islands/shared/form/form.ts';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { IconButton } from '#site/islands/ui/Button.tsx';
import { focusLater } from '#site/islands/ui/focus-nearby.ts';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { toLoadFailure } from '../action/failures.ts';
import { leagueList } from '../data/league-list.ts';
import { EditorDialog } from '../form/EditorDialog.tsx';
import { LeagueTicks } from '../form/LeagueTicks.tsx';
import { ReorderList } from '../order/ReorderList.tsx';
import { useCohortChoices } from '../programme/cohort-choices.ts';
import { orderLeagues, toggleLeague } from './chosen-leagues.ts';
import {
  createSpecializationForm,
  NO_LEAGUE,
  SPECIALIZATION_FIELDS,
  type SpecializationValues,
} from './specialization-form.ts';

interface Props {
  specialization: Specialization | null;
  onClose: () => void;
}

export function SpecializationDialog({ specialization, onClose }: Props) {
  const [form] = useState(() => createSpecializationForm(specialization, onClose));
  const { values } = useStore(form.$form);
  return (
    <EditorDialog
      kind="Specialization"
      isNew={specialization === null}
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
