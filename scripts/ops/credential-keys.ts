// Makes, lists, rotates and removes the keys that sign credentials.
import { listKeys, removeKey, rotateKey } from '#api/people/credentials/keys.ts';
import { inTransaction } from '#api/platform/db/client.ts';
import { dayIn } from '#api/platform/process/product.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

const USAGE = 'npm run ops -- credential-keys [--rotate | --remove=ID]';
const { rotate, remove } = readArguments(USAGE, {
  options: { rotate: { type: 'boolean' }, remove: { type: 'string' } },
}).values;

await withDatabase(async ({ db }, config) => {
  if (rotate && remove !== undefined) throw new StartError(`Usage: ${USAGE}`);
  const keys = await listKeys(db);
  const isMade = rotate || (remove === undefined && keys.every(({ retiredAt }) => retiredAt));
  if (remove !== undefined) {
    if (!(await removeKey(db, remove))) throw new StartError(`There is no key ${remove}.`);
    console.log(`Removed ${remove}: no credential that it signed is valid any more.`);
  }
  if (isMade) {
    const secret = await loadSecretKey(config);
    const id = await inTransaction(db, (tx) => rotateKey(tx, secret));
    console.log(`Made ${id}, which signs credentials from now on.`);
  }
  for (const { id, createdAt, retiredAt } of await listKeys(db)) {
    const day = (moment: Date) => dayIn(config.TIME_ZONE, moment);
    console.log(`${id}  of ${day(createdAt)}, ${retiredAt ? `retired ${day(retiredAt)}` : 'signs'}`);
  }
  if (isMade || remove !== undefined) {
    console.log(
      'Build the site again, with npm run build -- --force, so that /verify has these keys where the server does not answer.',
    );
  }
});
