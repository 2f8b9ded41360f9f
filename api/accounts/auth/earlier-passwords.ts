import { sql } from 'drizzle-orm';

// Accounts moved from the earlier product keep their bcrypt hash until the next sign-in (docs/moving-in.md).

/** bcrypt reads no further, and the earlier product cut passwords there. */
const BCRYPT_MAX_BYTES = 72;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const COST_MIN = 4;
// Costs a quarter of a second of one core; owners of costlier hashes reset by mail.
const COST_MAX = 12;
const toDigits = (cost: number) => String(cost).padStart(2, '0');

export const isTooCostly = (hash: string): boolean => Number(BCRYPT.exec(hash)?.[1] ?? 0) > COST_MAX;

export function readEarlierCost(hash: string): number | null {
  const cost = Number(BCRYPT.exec(hash)?.[1] ?? 0);
  return cost >= COST_MIN && cost <= COST_MAX ? cost : null;
}

export const earlierCost = sql<number | null>`(
  select max(substr(password_hash, 5, 2)) from users where password_hash like '$2%'
    and substr(password_hash, 5, 2) between '${sql.raw(toDigits(COST_MIN))}' and '${sql.raw(toDigits(COST_MAX))}')::int`;

export function verifyEarlierPassword(password: string, hash: string): Promise<boolean> {
  // Bun hashes a longer password before bcrypt; the earlier product cut it.
  return Bun.password.verify(new TextEncoder().encode(password).slice(0, BCRYPT_MAX_BYTES), hash);
}

/** Takes the time of one comparison at this cost. */
export async function spendEarlierTime(password: string, cost: number): Promise<void> {
  await verifyEarlierPassword(password, `$2b$${toDigits(cost)}$${'.'.repeat(53)}`);
}
