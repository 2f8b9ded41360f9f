import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type OpenDatabase, openPostgres } from '../platform/db/client.ts';
import { openEmbedded } from '../platform/db/embedded.ts';
import { cohorts, leagues } from '../platform/db/schema/curriculum.ts';
import { toEarlierCommunity } from './earlier-community.ts';
import { EARLIER_SCHEMA, toEarlierRows } from './earlier-product.ts';
import { embeddedSnapshot, makeApp } from './make-app.ts';
import { addPerson } from './people.ts';

const ADMIN = process.env.TEST_DATABASE_URL;

export interface EarlierDatabase {
  database: OpenDatabase;
  drop: () => Promise<void>;
}

/** A database of its own for the earlier product, where the product's is. */
async function openEarlier(): Promise<EarlierDatabase> {
  if (!ADMIN) {
    const database = await openEmbedded(undefined, await embeddedSnapshot());
    await database.runScript('drop schema public cascade; create schema public');
    return { database, drop: () => database.close() };
  }
  const name = `test_earlier_${randomBytes(6).toString('hex')}`;
  const server = new Bun.SQL(ADMIN, { max: 1 });
  await server.unsafe(`create database ${name}`);
  const url = Object.assign(new URL(ADMIN), { pathname: `/${name}` }).toString();
  const database = openPostgres({ url, poolSize: 1 });
  const drop = async () => {
    await database.close();
    await server.unsafe(`drop database ${name} with (force)`);
    await server.close();
  };
  return { database, drop };
}

/** A product with a person and a league of its own, and beside it the community that is to move in. */
export async function meetEarlierCommunity() {
  const [api, earlier] = await Promise.all([makeApp(), openEarlier()]);
  const community = await toEarlierCommunity();
  await earlier.database.runScript(`${EARLIER_SCHEMA}${toEarlierRows(community)}`);
  await api.db.insert(cohorts).values({ id: 'own', name: 'Own cohort' });
  await api.db.insert(leagues).values({ id: 'own', cohortId: 'own', name: 'Web' });
  const person = await addPerson(api.db, { email: 'here@example.test', name: 'Here' });
  await api.db.execute(sql`update users set olid = 'OL025000001' where id = ${person.id}`);
  return { api, earlier, person };
}
