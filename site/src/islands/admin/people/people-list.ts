import type { DataOf } from '#contract/call.ts';
import { approvePerson, enrollPerson, type LeaguePerson, listPeople } from '#contract/people.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { LeagueChoice } from '../access/access.ts';
import { createStaffForm } from '../form/staff-form.ts';
import { createListParams, createListState, type ListState } from '../list/list-state.ts';
import { createPagedQuery } from '../list/paged-query.ts';
import { invalidate } from '../query/queries.ts';

type View = DataOf<typeof listPeople>;

interface PeopleParams {
  page?: number;
  search?: string;
  show?: string;
}

export function createPeopleList(list = createListState({ filters: ['show'] })) {
  const $params = createListParams(list, toParams);
  return {
    list,
    query: createPagedQuery<PeopleParams, View>({
      kind: 'people',
      name: 'page',
      list,
      $params,
      load: (params) => callApi(listPeople, { query: { ...params } }),
      countPages: ({ pagination }) => pagination.totalPages,
    }),
  };
}

function toParams({ filters, page }: ListState, search: string): PeopleParams {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { search } : {}),
    ...(filters.show ? { show: filters.show } : {}),
  };
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
