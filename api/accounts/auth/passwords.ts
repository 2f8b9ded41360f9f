import { TYPED_PASSWORD_MAX_LENGTH } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError, InputError } from '../../platform/errors/api-error.ts';
import { product } from '../../platform/process/product.ts';
import { isCommonPassword } from './common-passwords.ts';
import { readEarlierCost, spendEarlier, verifyEarlier } from './earlier-passwords.ts';
import { toPlain } from './plain-password.ts';
import { isPublishedPassword } from './published-passwords.ts';

/** argon2id, 19 MiB, two passes, one lane (docs/security.md P1). */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
/** Hashes at once, enough for two cores; more wait, and beyond the queue are refused. */
const CONCURRENT_MAX = 4;
const WAITING_MAX = 200;

/**
 * Known browsers and right codes go first, with room of their own, so that a flood does not keep owners out
 * (docs/security.md P19).
 */
type Lane = 'proven' | 'anybody';

/** Every fourth comparison is for an unknown browser, so that newcomers get in too. */
const SHARED_TURN = 4;

let running = 0;
let turns = 0;
const waiting: Record<Lane, (() => void)[]> = { proven: [], anybody: [] };

async function inTurn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  if (running >= CONCURRENT_MAX) {
    if (waiting[lane].length >= WAITING_MAX) {
      throw new ApiError(ERRORS.UNAVAILABLE, { retryAfter: 5, because: 'too many passwords wait' });
    }
    await new Promise<void>((resolve) => waiting[lane].push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    turns = (turns + 1) % SHARED_TURN;
    const [first, second] =
      turns === 0 ? [waiting.anybody, waiting.proven] : [waiting.proven, waiting.anybody];
    const next = first.shift() ?? second.shift();
    if (next) next();
    else running -= 1;
  }
}

/** NFKC, nothing else (docs/security.md P2). */
function toHashInput(password: string): string {
  return password.normalize('NFKC');
}

/** True for two passwords that would hash alike. */
export function isSamePassword(one: string, other: string): boolean {
  return toHashInput(one) === toHashInput(other);
}

/** Hashes a password for storage. */
export function hashPassword(password: string, lane: Lane = 'anybody'): Promise<string> {
  return inTurn(lane, () => Bun.password.hash(toHashInput(password), PARAMETERS));
}

const OUR_PREFIX = '$argon2id$';

/** A hash of no real password, with the usual parameters. */
const decoy = Bun.password.hash(crypto.randomUUID(), PARAMETERS);

/**
 * Compares a password; without a hash the same time is spent (docs/security.md P12). While earlier hashes are left,
 * every comparison also does the work of the dearest (`earlierCost`), so that time reveals nothing.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  lane: Lane = 'anybody',
  earlierCost: number | null = null,
): Promise<boolean> {
  const input = toHashInput(password);
  if (input === '' || password.length > TYPED_PASSWORD_MAX_LENGTH) {
    return false;
  }
  const none = await decoy;
  const cost = hash === null ? null : readEarlierCost(hash);
  const own = hash?.startsWith(OUR_PREFIX) ? hash : null;
  const matches = await inTurn(lane, async () => {
    if (hash === null || cost === null) {
      // An account whose hash is of neither product cannot be signed in to.
      const isRight = await Bun.password.verify(input, own ?? none);
      if (earlierCost !== null) await spendEarlier(password, earlierCost);
      return isRight;
    }
    const isRight = await verifyEarlier(password, hash);
    if (earlierCost === null) return isRight;
    await Bun.password.verify(input, none);
    // 2^c + 2^c + 2^(c+1) + … equals the work of the dearest.
    for (let filling = cost; filling < earlierCost; filling++) await spendEarlier(password, filling);
    return isRight;
  });
  return (own !== null || cost !== null) && matches;
}

/** True for a hash with older parameters. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},`);
}

/** Guessers try the product's name first, alone or with a number. */
const PRODUCT_NAME = toPlain(product.name);

/**
 * Refuses common passwords, the demo's, the product's name, and the person's name or address (docs/product.md OPEN-50).
 * Throws an InputError with every fault.
 */
export function requireUncommonPassword(password: string, person: { name: string; email: string }): void {
  const plain = toPlain(password);
  const faults: string[] = [];
  const isKnown = isCommonPassword(password) || isPublishedPassword(password);
  if (isKnown || plain.replace(/\d+$/, '') === PRODUCT_NAME) {
    faults.push('Password is too common. Please choose one that is harder to guess');
  }
  const [localPart = ''] = person.email.split('@');
  const whole = [person.email, localPart, person.name].map(toPlain);
  const isOwn = [...whole, ...person.name.split(/\s+/).map(toPlain)].includes(plain);
  const isMostlyOwn = whole.some(
    (word) => word.length >= 6 && plain.includes(word) && word.length * 2 > plain.length,
  );
  if (isOwn || isMostlyOwn) faults.push('Password must not be your name or email address');
  if (faults.length > 0) throw new InputError(faults);
}
