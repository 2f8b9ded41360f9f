import { afterEach, setDefaultTimeout } from 'bun:test';
import { lightenPasswords } from './light-passwords.ts';
import { guardOutgoing, takeRefused } from './outgoing-guard.ts';

// Loaded before every test file: nothing reaches the network or the developer's own data by mistake.
process.env.NODE_ENV = 'test';
process.env.LOG_LEVEL ??= 'silent';

// Holds for the first file of a run, and for others the option --timeout of the runner.
setDefaultTimeout(240_000);

guardOutgoing();
if (process.env.PASSWORD_WORK !== 'whole') lightenPasswords();
afterEach(() => {
  const refused = takeRefused();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});
