import { sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import { markForRevision } from '#contract/resource-progress.ts';
import { getRevision, reviewResource } from '#contract/revision.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { addLearner, type TestLeague } from './leagues.ts';
import type { TestApp } from './make-app.ts';
import type { Person } from './people.ts';

/** The id of a league's resource, counted over all topics. */
export function resourceAt({ weeks }: TestLeague, index: number): string {
  const resources = weeks.flatMap(({ sections }) => sections.flatMap((section) => section.resources));
  return resources[index]?.id ?? '';
}

/** A learner with the first `marks` resources marked, the first one longest ago. */
export async function addMarker(api: TestApp, league: TestLeague, marks: number): Promise<Person> {
  const person = await addLearner(api.db, league);
  for (let index = 0; index < marks; index++) {
    const params = { resourceId: resourceAt(league, index) };
    await api.call(markForRevision, { token: person.token, params, body: {} });
  }
  return person;
}

/** Moves marks and due dates of a learner into the past. */
export async function letPass(db: Database, person: Person, days: number): Promise<void> {
  const ago = sql`make_interval(days => ${days}::int)`;
  await db.execute(sql`update resource_progress set marked_for_revision_at = marked_for_revision_at - ${ago}
    where user_id = ${person.id}`);
  await db.execute(sql`update revision_cards set marked_at = marked_at - ${ago}, due_at = due_at - ${ago},
    reviewed_at = reviewed_at - ${ago} where user_id = ${person.id}`);
}

/** The same with the answers, the cards from before them and the history. */
export async function letAllPass(api: TestApp, person: Person, days: number): Promise<void> {
  await letPass(api.db, person, days);
  const ago = sql`make_interval(days => ${days}::int)`;
  const moved = (name: string) =>
    sql`${name}::text, (card_before::json ->> ${name}::text)::timestamptz - ${ago}`;
  await api.db.execute(sql`update revision_reviews set reviewed_at = reviewed_at - ${ago},
    card_before = (card_before::jsonb || jsonb_build_object(${moved('markedAt')}, ${moved('dueAt')},
      ${moved('reviewedAt')}))::text
    where user_id = ${person.id}`);
  await inTransaction(api.owner, async (tx) => {
    await tx.execute(sql`alter table progress_events disable trigger user`);
    await tx.execute(
      sql`update progress_events set occurred_at = occurred_at - ${ago} where user_id = ${person.id}`,
    );
    await tx.execute(sql`alter table progress_events enable trigger user`);
  });
}

/** The list of revision, as the person is shown it. */
export async function readRevision(api: TestApp, { token }: Person): Promise<DataOf<typeof getRevision>> {
  return (await api.call(getRevision, { token })).body.data;
}

/** Answers a card; `rating` may be none. */
export const answer = (
  api: TestApp,
  { token }: Person,
  resourceId: string,
  rating: unknown,
  headers?: Record<string, string>,
) =>
  api.call(reviewResource, {
    token,
    params: { resourceId },
    body: { rating } as never,
    ...(headers ? { headers } : {}),
  });
