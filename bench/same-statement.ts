// The second yardstick for reads of somebody signed in: the very statement that a call of the product sends for somebody who
// asks again, prepared, behind a bare Elysia route that answers with as many bytes. It cannot see what the statement costs
// (the rows of bare-server.ts show that); it shows what the product does around it.
import { drizzle } from 'drizzle-orm/bun-sql';
import { Elysia } from 'elysia';
import { selectSession } from '#api/access/actor.ts';
import { seenLearner } from '#api/db/learner-version.ts';
import { snapshotVersion } from '#api/db/shared-readings.ts';
import { seenInLeague } from '#api/learning/league-progress.ts';
import { hashToken } from '#api/process/secrets.ts';

const OWN = {
  learner: seenLearner,
  league: seenInLeague,
  leaderboard: () => snapshotVersion,
};
export type SameStatement = keyof typeof OWN;

/** Answers `GET /same/<whose>/<bytes>[/<league>]` for a Bearer token, through this client. */
export function createSameRoute(client: Bun.SQL): Elysia {
  const db = drizzle({ client });
  const bodies = new Map<number, string>();
  const ask = Object.fromEntries(
    Object.entries(OWN).map(([whose, own]) => {
      const { sql, params } = selectSession(db, own).toSQL();
      const names = params.map((param) => (param as { name: string }).name);
      return [
        whose,
        (values: Record<string, string>) =>
          client.unsafe(
            sql,
            names.map((name) => values[name]),
          ),
      ];
    }),
  );
  return new Elysia().get('/same/:whose/:bytes/:leagueId?', async ({ params, headers, status, set }) => {
    const { whose, leagueId = '' } = params;
    const tokenHash = hashToken(headers.authorization?.slice('Bearer '.length) ?? '');
    const rows = (await ask[whose]?.({ tokenHash, leagueId })) ?? [];
    if (rows.length !== 1) return status(401);
    set.headers['content-type'] = 'application/json';
    const bytes = Number(params.bytes);
    const body = bodies.get(bytes) ?? 'x'.repeat(bytes);
    bodies.set(bytes, body);
    return body;
  }) as unknown as Elysia;
}
