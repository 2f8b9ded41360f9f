// Creates an administrator, or raises an account with --raise or after a question.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import {
  createAdministrator,
  isRealAccount,
  raiseToAdministrator,
} from '#api/accounts/users/administrator.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

async function askYesNo(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}

/**
 * Asks twice without echo, or reads the first line of standard input. Throws StartError for no or differing passwords.
 */
async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const ask = async (prompt: string) => {
    process.stdout.write(prompt);
    const answer = await reader.question('');
    process.stdout.write('\n');
    return answer;
  };
  try {
    if (!isTerminal) {
      for await (const line of reader) return line;
      throw new StartError('A password is expected on standard input.');
    }
    const password = await ask('Password: ');
    if ((await ask('The same again: ')) !== password) throw new StartError('The two passwords differ.');
    return password;
  } finally {
    reader.close();
  }
}

const USAGE = 'npm run ops -- create-admin --email you@example.org --name "Your Name" [--raise]';
const { email, name, raise } = readArguments(USAGE, {
  options: { email: { type: 'string' }, name: { type: 'string' }, raise: { type: 'boolean' } },
}).values;

await withDatabase(
  async ({ db }, config) => {
    if (!email || !(name || raise)) throw new StartError(`Usage: ${USAGE}`);
    if (raise || (await isRealAccount(db, email))) await offerToRaise(db, email);
    else {
      const secret = await loadSecretKey(config);
      await createAdministrator({ db, secret }, { email, name: name ?? '', password: await askPassword() });
    }
    const place = config.DATABASE_URL ? '' : ` (embedded database in ${config.DATA_DIR})`;
    console.log(`${email} may now sign in with every right${place}.`);
  },
  { isMade: true },
);

async function offerToRaise(db: Parameters<typeof raiseToAdministrator>[0], address: string): Promise<void> {
  const question = `${address} has an account. Give it every right? Its password stays.`;
  const isWanted = raise || (process.stdin.isTTY === true && (await askYesNo(question)));
  if (!isWanted) throw new StartError(`${address} has an account already. With --raise it gets every right.`);
  await raiseToAdministrator(db, address);
}
