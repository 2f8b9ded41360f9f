import { sql } from 'drizzle-orm';

// Hashes that came with accounts of an earlier product (docs/moving-in.md): bcrypt, good until the next sign-in, which
// puts one of ours in their place.

/** bcrypt reads no more of a password than this, and the earlier product cut it off there. */
const BCRYPT_MAX_BYTES = 72;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const COST_MIN = 4;
/** A quarter of a second of one core. Owners of dearer hashes set a password by mail. */
const COST_MAX = 12;
const toDigits = (cost: number) => String(cost).padStart(2, '0');

/** True for a hash of the earlier product that asks for too much work. */
export const isTooDear = (hash: string): boolean => Number(BCRYPT.exec(hash)?.[1] ?? 0) > COST_MAX;

/** The cost of a hash of the earlier product; null for any other hash, and for one that asks for too much work. */
export function readEarlierCost(hash: string): number | null {
  const cost = Number(BCRYPT.exec(hash)?.[1] ?? 0);
  return cost >= COST_MIN && cost <= COST_MAX ? cost : null;
}

/** The highest cost among the hashes that count and were not replaced yet, as SQL; null once none is left. */
export const earlierCost = sql<number | null>`(
  select max(substr(password_hash, 5, 2)) from users where password_hash like '$2%'
    and substr(password_hash, 5, 2) between '${sql.raw(toDigits(COST_MIN))}' and '${sql.raw(toDigits(COST_MAX))}')::int`;

/** Compares a password, as typed, with a hash of the earlier product. */
export function verifyEarlier(password: string, hash: string): Promise<boolean> {
  // What is longer would be hashed before it is compared here, and was cut off there.
  return Bun.password.verify(new TextEncoder().encode(password).slice(0, BCRYPT_MAX_BYTES), hash);
}

/** Does the work of one comparison with a hash of this cost. */
export async function spendEarlier(password: string, cost: number): Promise<void> {
  await verifyEarlier(password, `$2b$${toDigits(cost)}$${'.'.repeat(53)}`);
}
