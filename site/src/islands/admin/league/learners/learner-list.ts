import { listUsers } from '#contract/admin-users.ts';
import { type BadgePerson, CANDIDATE_SEARCH_MIN_LENGTH, CANDIDATES_MAX } from '#contract/badges.ts';
import {
  getLeagueLearner,
  type LeagueLearner,
  type LearnerDetail,
  listLeagueLearners,
} from '#contract/league-learners.ts';
import { listPeople } from '#contract/people.ts';
import { type BatchResult, enrollUsers, unenrollUsers } from '#contract/user-batches.ts';
import { type ConfirmedAction, createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogForm } from '#site/islands/shared/form/dialog-form.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../../shared/query/query.ts';
import { createListState } from '../../list/list-state.ts';
import { createServedList } from '../../list/served-list.ts';
import { createTypedSearch } from '../../list/typed-search.ts';
import { createStaffQuery, invalidate } from '../../query/queries.ts';
import type { Outline } from '../outline.ts';

type League = Pick<Outline, 'id' | 'name' | 'cohortId'>;

export function createLearnerList({ id }: Pick<League, 'id'>) {
  return createServedList({
    kind: 'learners',
    name: id,
    list: createListState({ filters: ['show'], sort: { key: 'name', direction: 'ascending' } }),
    load: (query) => callApi(listLeagueLearners, { params: { id }, query }),
    toPage: ({ learners, counts, pagination }) => ({ rows: learners, all: counts.total, pagination }),
  });
}

export function learnerOf(leagueId: string, userId: string): Query<LearnerDetail> {
  return createStaffQuery('learners', `${leagueId}:${userId}`, () =>
    callApi(getLeagueLearner, { params: { id: leagueId, userId } }),
  );
}

/** Progress stays, hidden until the learner is enrolled again. */
export function createRemoval({ id: leagueId, name }: League): ConfirmedAction<LeagueLearner> {
  return createConfirmedAction<LeagueLearner>({
    action: 'remove the learner',
    run: async ({ id, cohort }) => {
      const body = { userIds: [id], leagueId, cohortId: cohort.id };
      requireDone((await callApi(unenrollUsers, { body })).results);
      invalidate('learners', { alsoOwn: true });
    },
    done: (learner) => `${learner.name} was removed from ${name}`,
  });
}

/** Chiefs find every account, pathfinders the learners of their leagues. */
export function createEnrollmentSearch({ id }: League, seesAccounts: boolean) {
  return createTypedSearch({
    minLength: CANDIDATE_SEARCH_MIN_LENGTH,
    load: async (search, signal): Promise<readonly BadgePerson[]> => {
      const query = { search, limit: CANDIDATES_MAX };
      if (seesAccounts) {
        const { users } = await callApi(listUsers, { query: { ...query, status: 'ACTIVE' }, signal });
        return users.filter(({ enrollments }) => enrollments.every(({ league }) => league.id !== id));
      }
      const { people } = await callApi(listPeople, { query: { ...query, show: 'enrolled' }, signal });
      return people.filter(({ leagues }) => leagues.every((league) => league.id !== id));
    },
  });
}

export const ENROLL_MAX = 50;

/** People whom the server refuses stay chosen. */
export function createEnrollForm({ id: leagueId, name, cohortId }: League, onSaved: () => void) {
  const form = createDialogForm<{ people: readonly BadgePerson[] }>({
    initial: { people: [] },
    draftId: leagueId,
    validate: ({ people }) => (people.length === 0 ? { people: 'Choose someone' } : {}),
    action: 'enroll learners',
    done: `Enrolled in ${name}`,
    save: async ({ people }) => {
      const userIds = people.map(({ id }) => id);
      const { results } = await callApi(enrollUsers, { body: { userIds, leagueId, cohortId } });
      invalidate('learners', { alsoOwn: true });
      const refused = new Set(results.flatMap((row) => (row.outcome === 'done' ? [] : row.userId)));
      form.change(
        'people',
        people.filter(({ id }) => refused.has(id)),
      );
      requireDone(results);
    },
    onSaved,
  });
  return form;
}

function requireDone(results: readonly BatchResult[]): void {
  const refused = results.find(({ outcome }) => outcome !== 'done');
  if (refused) {
    throw new ApiFailure({ kind: 'refused', message: refused.message ?? 'The server refused it' });
  }
}
