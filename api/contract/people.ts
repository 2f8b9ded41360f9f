import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { STATUSES } from './roles.ts';
import { Moment, Named, NullableText, PageQuery, Pagination, requiredId } from './shared.ts';

/** Contains no phone number and no handles. */
export const LeaguePerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(STATUSES),
  studentId: NullableText,
  institute: NullableText,
  department: NullableText,
  graduationYear: z.nullable(z.number()),
  createdAt: Moment,
  /** Only leagues where the caller has Manage Users. */
  leagues: z.array(Named),
});
export type LeaguePerson = z.infer<typeof LeaguePerson>;

// `show` is 'waiting' (for approval) or 'enrolled'.
const PeopleQuery = z.extend(PageQuery, {
  search: z.optional(z.string()),
  show: z.optional(z.string()),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const listPeople = defineCall('listPeople', {
  route: 'GET /admin/people',
  access: 'staff',
  summary: 'Learners of the leagues whose users the caller manages, and those who wait; these come first',
  query: PeopleQuery,
  data: z.object({
    people: z.array(LeaguePerson),
    counts: z.object({ total: z.number(), waiting: z.number() }),
    pagination: Pagination,
  }),
  personIdsIn: ({ people }) => people.map(({ id }) => id),
});

const PersonState = z.object({ id: z.string(), status: z.enum(STATUSES) });

export const approvePerson = defineCall('approvePerson', {
  route: 'POST /admin/people/:userId/approve',
  access: 'staff',
  summary: 'Approve a learner who waits, and enroll them in a league whose users the caller manages',
  body: z.object({ leagueId: z.optional(z.nullable(requiredId('League ID is required'))) }),
  data: PersonState,
});

export const enrollPerson = defineCall('enrollPerson', {
  route: 'POST /admin/people/:userId/enroll',
  access: 'staff',
  summary: 'Enroll a learner of a league of the caller in another one of them',
  body: z.object({ leagueId: requiredId('League ID is required') }),
  data: PersonState,
});
