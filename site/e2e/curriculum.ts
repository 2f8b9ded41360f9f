import type { APIRequestContext } from '@playwright/test';
import { demoEmail, expect, fetchTokens } from './fixtures.ts';

const unique = (name: string) => `${name} ${Date.now().toString(36)}${process.pid}`;

/** Sends as the Grand Pathfinder of the demo data and gives what came back. */
export async function send<Data>(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
): Promise<Data> {
  const { accessToken } = await fetchTokens(request, demoEmail('grand'));
  const reply = await request[method](`/api${path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data,
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).data;
}

/** Some rows of an id, as the API answers them. */
export interface Made {
  id: string;
  name: string;
}

/** A league of its own with a module of topics; the first topic holds resources of these titles, in order. */
export async function addCurriculum(request: APIRequestContext, topics: string[], titles: string[] = []) {
  const { cohorts } = await send<{ cohorts: { id: string; name: string }[] }>(request, 'get', '/cohorts');
  const league = await send<Made>(request, 'post', '/leagues', {
    name: unique('Curricular'),
    // Out of the way of what the public pages show.
    cohortId: cohorts.find((cohort) => cohort.name === 'Cohort 1.0')?.id,
  });
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
