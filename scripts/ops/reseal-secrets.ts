// Reseals all secrets with the newest key of SECRET_KEY, once every server has the new list.

import { lastCodeEnds } from '#api/accounts/otp/codes.ts';
import { resealKeys } from '#api/people/credentials/keys.ts';
import { resealMail } from '#api/platform/mail/outbox.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

readArguments('npm run ops -- reseal-secrets', {});
await withDatabase(async ({ db }, config) => {
  const secret = await loadSecretKey(config);
  const { resealed, unreadable } = await resealMail(db, secret);
  const keys = await resealKeys(db, secret);
  console.log(
    `Sealed again with the newest key: ${resealed} messages, ${keys.resealed} keys that sign credentials.`,
  );
  const ends = await lastCodeEnds(db);
  console.log(
    ends
      ? `Codes that may be signed with an older key are out until ${ends}. Take the older keys away after that.`
      : 'No code is out. The older keys can be taken away.',
  );
  if (unreadable + keys.unreadable > 0) {
    throw new StartError(
      `${unreadable} messages and ${keys.unreadable} keys that sign credentials were sealed with a key that SECRET_KEY does not name: ` +
        'the messages are never sent, the keys sign nothing. ' +
        'If you still have that key, add it at the end of the list and run this again.',
    );
  }
});
