import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Id, Named } from './shared.ts';

/** Shorter queries return nothing. */
export const LEARNER_SEARCH_MIN_LENGTH = 2;
export const LEARNER_SEARCH_MAX_LENGTH = 80;
export const LEARNER_SEARCH_WORDS_MAX = 8;
export const LEARNER_SEARCH_ROWS = 5;

export const LearnerSearchData = z.object({
  leagues: z.array(z.object({ id: Id, name: z.string(), isEnrolled: z.boolean() })),
  /** Only from leagues that the account is enrolled in. */
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

export const searchLearning = defineCall('searchLearning', {
  route: 'GET /progress/search',
  access: 'learner',
  summary:
    'Leagues by name and description, and weeks, sections and resources of enrolled leagues, that hold every word',
  query: z.object({ q: z.optional(z.string()) }),
  data: LearnerSearchData,
});
