import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Id } from './shared.ts';

/** Fewer characters than this find nothing; they would find everything. */
export const LEARNER_SEARCH_MIN = 2;
/** More are left out. */
export const LEARNER_SEARCH_MAX = 80;
export const LEARNER_SEARCH_WORDS_MAX = 8;
/** Rows of each kind in a reply. */
export const LEARNER_SEARCH_ROWS = 5;

const Named = z.object({ id: Id, name: z.string() });

export const LearnerSearchData = z.object({
  /** Any league; who is not enrolled finds it in the catalogue. */
  leagues: z.array(z.object({ id: Id, name: z.string(), isEnrolled: z.boolean() })),
  /** What stands in leagues that the account is enrolled in, and where. */
  weeks: z.array(z.object({ id: Id, name: z.string(), league: Named })),
  sections: z.array(z.object({ id: Id, name: z.string(), week: Named, league: Named })),
  resources: z.array(
    z.object({
      id: Id,
      name: z.string(),
      minutes: z.nullable(z.number()),
      section: Named,
      week: Named,
      league: Named,
    }),
  ),
});
export type LearnerSearchData = z.infer<typeof LearnerSearchData>;

/** The search of the dashboard's header. An addition to the agreed calls (docs/decisions/0039). */
export const searchLearning = defineCall({
  name: 'searchLearning',
  method: 'GET',
  path: '/progress/search',
  access: 'learner',
  summary:
    'Leagues by name and description, and weeks, sections and resources of enrolled leagues, that hold every word',
  query: z.object({ q: z.optional(z.string()) }),
  data: LearnerSearchData,
});
