import { TYPED_PASSWORD_MAX_LENGTH } from '#contract/constants.ts';
import { ERRORS } from '#contract/errors.ts';
import { ApiError, InputError } from '../../platform/errors/api-error.ts';
import { product } from '../../platform/process/product.ts';
import { isCommonPassword } from './common-passwords.ts';
import { readEarlierCost, spendEarlierTime, verifyEarlierPassword } from './earlier-passwords.ts';
import { toPlain } from './plain-password.ts';
import { isPublishedPassword } from './published-passwords.ts';

// 19 MiB, two passes, one lane (docs/security.md P1).
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;
const CONCURRENT_MAX = 4;
const WAITING_MAX = 200;

// Known browsers and right codes queue first, so that a flood does not keep owners out (docs/security.md P19).
type Lane = 'proven' | 'anybody';

// Every fourth comparison serves an unknown browser, so that newcomers get in during a flood.
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

// See docs/security.md P2.
function toHashInput(password: string): string {
  return password.normalize('NFKC');
}

export function isSamePassword(one: string, other: string): boolean {
  return toHashInput(one) === toHashInput(other);
}

export function hashPassword(password: string, lane: Lane = 'anybody'): Promise<string> {
  return inTurn(lane, () => Bun.password.hash(toHashInput(password), PARAMETERS));
}

const OUR_PREFIX = '$argon2id$';

const decoy = Bun.password.hash(crypto.randomUUID(), PARAMETERS);

/**
 * Without a hash it takes the same time (docs/security.md P12). While bcrypt hashes remain, every comparison also does
 * the work of the costliest (`earlierCost`), so that time reveals nothing.
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
      // Accounts with an unknown kind of hash cannot sign in.
      const isRight = await Bun.password.verify(input, own ?? none);
      if (earlierCost !== null) await spendEarlierTime(password, earlierCost);
      return isRight;
    }
    const isRight = await verifyEarlierPassword(password, hash);
    if (earlierCost === null) return isRight;
    await Bun.password.verify(input, none);
    // 2^c + 2^c + 2^(c+1) + … equals the work of the costliest.
    for (let filling = cost; filling < earlierCost; filling++) await spendEarlierTime(password, filling);
    return isRight;
  });
  return (own !== null || cost !== null) && matches;
}

export function needsRehash(hash: string): boolean {
  return !hash.startsWith(`$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},`);
}

const PRODUCT_NAME = toPlain(product.name);

/** Rules of docs/product.md OPEN-50. Throws one InputError with every fault. */
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
