import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '#api/platform/process/start-error.ts';

export async function askYesNo(question: string): Promise<boolean> {
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
export async function askPassword(): Promise<string> {
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
