import { afterEach, setDefaultTimeout } from 'bun:test';
import { lightenPasswords } from './light-passwords.ts';
import { guardOutgoing, takeRefused } from './outgoing-guard.ts';

// Loaded before every test file: nothing reaches the network or the developer's own data by mistake.
process.env.NODE_ENV = 'test';
process.env.LOG_LEVEL ??= 'silent';

// Generous, so that a busy machine fails no test: what is fast is measured by the bench, not here. It holds for the first
// file of a run; the runner passes --timeout for all of them.
setDefaultTimeout(60_000);

guardOutgoing();
if (process.env.PASSWORD_WORK !== 'whole') lightenPasswords();
afterEach(() => {
  const refused = takeRefused();
  if (refused.length > 0) throw new Error(refused.join('\n'));
});
