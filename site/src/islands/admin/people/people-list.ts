import { approvePerson, enrollPerson, type LeaguePerson, listPeople } from '#contract/people.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { LeagueChoice } from '../access/access.ts';
import { createStaffForm } from '../form/staff-form.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { invalidate } from '../query/queries.ts';

export function createPeopleList() {
  return createServedList({
    kind: 'people',
    list: createListState({ filters: ['show'] }),
    load: (query) => callApi(listPeople, { query }),
    toPage: ({ people, counts, pagination }) => ({ rows: people, all: counts.total, pagination }),
  });
}

export function toStudies({ department, institute, graduationYear }: LeaguePerson): string {
  return [department, institute, graduationYear].filter(Boolean).join(', ');
}

export function toChoices(person: LeaguePerson, own: readonly LeagueChoice[]): LeagueChoice[] {
  return own.filter(({ id }) => person.leagues.every((league) => league.id !== id));
}

/** Preselects the league if there is only one. */
export function createPersonForm(
  { id, name, status }: LeaguePerson,
  choices: readonly LeagueChoice[],
  onSaved: () => void,
) {
  const isWaiting = status === 'PENDING';
  return createStaffForm({
    initial: { leagueId: (choices.length === 1 && choices[0]?.id) || '' },
    draftId: id,
    validate: ({ leagueId }) => (isWaiting || leagueId ? {} : { leagueId: 'Choose a league' }),
    save: async ({ leagueId }) => {
      const params = { userId: id };
      if (isWaiting) await callApi(approvePerson, { params, body: { leagueId: leagueId || null } });
      else await callApi(enrollPerson, { params, body: { leagueId } });
      invalidate('people', { alsoOwn: true });
    },
    action: isWaiting ? 'approve user' : 'enroll user',
    done: isWaiting ? `${name} was approved` : `${name} was enrolled`,
    onSaved,
  });
}
