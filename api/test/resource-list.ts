import type { ListRules } from '#contract/list-rules.ts';
import type { Resource } from '#contract/resources.ts';

/** What a search and the filters of resources leave; the database does the same for 50,000 of them (the tests compare). */
export const RESOURCE_LIST = {
  searched: ({ title, url, section }) => [
    title,
    url,
    section.name,
    section.week.name,
    section.week.league.name,
  ],
  filters: {
    leagueId: ({ section }, value) => section.week.leagueId === value,
    type: ({ type }, value) => type === value,
    sectionId: ({ sectionId }, value) => sectionId === value,
  },
  sorts: {},
} satisfies ListRules<Resource>;
