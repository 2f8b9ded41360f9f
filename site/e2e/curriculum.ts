import type { APIRequestContext } from '@playwright/test';
import { asGrand, expect } from './fixtures.ts';

/** A name that no other test gives. */
export const unique = (name: string) => `${name} ${Date.now().toString(36)}${process.pid}`;

/** Sends as the Grand Pathfinder of the demo data and gives what came back. */
export async function send<Data>(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
): Promise<Data> {
  const reply = await request[method](`/api${path}`, { headers: await asGrand(request), data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).data;
}

/** Some rows of an id, as the API answers them. */
export interface Made {
  id: string;
  name: string;
}

/** The cohort in which people can be enrolled. Leagues of the other one stay out of the way of what the pages show. */
export const OPEN_COHORT = 'Cohort 1.5';
const CLOSED_COHORT = 'Cohort 1.0';

/** The id of a league of the demo data. */
export async function findLeague(request: APIRequestContext, name: string): Promise<string> {
  const { leagues } = await send<{ leagues: Made[] }>(request, 'get', '/leagues');
  return leagues.find((league) => league.name === name)?.id ?? '';
}

/** An empty league of its own. */
export async function addLeague(
  request: APIRequestContext,
  name: string,
  cohortName = CLOSED_COHORT,
): Promise<Made & { cohortId: string }> {
  const { cohorts } = await send<{ cohorts: Made[] }>(request, 'get', '/cohorts');
  const cohortId = cohorts.find((cohort) => cohort.name === cohortName)?.id ?? '';
  return { ...(await send<Made>(request, 'post', '/leagues', { name: unique(name), cohortId })), cohortId };
}

/** A league of its own with a module of topics; the first topic holds resources of these titles, in order. */
export async function addCurriculum(
  request: APIRequestContext,
  topics: string[],
  titles: string[] = [],
  cohortName?: string,
) {
  const league = await addLeague(request, 'Curricular', cohortName);
  const week = await send<Made>(request, 'post', '/weeks', {
    name: unique('Basics'),
    order: 1,
    leagueId: league.id,
  });
  const sections: Made[] = [];
  for (const [index, name] of topics.entries()) {
    sections.push(await send(request, 'post', '/sections', { name, order: index + 1, weekId: week.id }));
  }
  const resources: { id: string; title: string }[] = [];
  for (const [index, title] of titles.entries()) {
    resources.push(
      await send(request, 'post', `/sections/${sections[0]?.id}/resources`, {
        title,
        url: `https://example.org/${index + 1}`,
        type: 'ARTICLE',
        order: index + 1,
      }),
    );
  }
  return { league, week, sections, resources };
}

/** Enrolls the Grand Pathfinder in a league and ticks a resource of it: a learner's work, for as long as the league is there. */
export async function tick(request: APIRequestContext, leagueId: string, resourceId: string): Promise<void> {
  await send(request, 'post', '/progress/enroll', { cohortId: 'default', leagueId });
  await send(request, 'post', `/resource-progress/${resourceId}/complete`, {});
}
