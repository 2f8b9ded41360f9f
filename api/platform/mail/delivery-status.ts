import { sql } from 'drizzle-orm';
import type { DomainMail } from '#contract/otp.ts';
import { type Database, queryRows } from '../db/client.ts';
import { toMailReason } from './mail-state.ts';

const WINDOW_MINUTES = 60;
const CACHE_MS = 10_000;
// Fewer mailboxes would reveal the state of one of them.
const MAILBOXES_MIN = 3;
const NEWEST = 3;

interface StatusRow {
  domain: string | null;
  mailboxes: number;
  /** Replies of the mail server, newest first; '-' for an accepted message. */
  words: string | null;
}

/**
 * Depends only on the domain and never on password resets, so it reveals no account (docs/decisions/0014,
 * docs/security.md P11).
 */
export interface DeliveryStatus {
  of(address: string): Promise<DomainMail>;
}

/** Reads all domains at once and caches them, so that every question costs the same. */
export function createDeliveryStatus(db: Database, now: () => number = Date.now): DeliveryStatus {
  let cached: { at: number; domains: Promise<Map<string | null, DomainMail>> } | null = null;
  const read = () => {
    if (!cached || now() - cached.at > CACHE_MS) {
      const domains = readStatusByDomain(db);
      cached = { at: now(), domains };
      domains.catch(() => {
        cached = null;
      });
    }
    return cached.domains;
  };
  return {
    of: async (address) => {
      const domains = await read();
      const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
      const own = domains.get(domain);
      if (own) return own;
      const overall = domains.get(null);
      return overall?.reason === 'NO_ANSWER' ? overall : UNKNOWN;
    },
  };
}

const UNKNOWN: DomainMail = { state: 'UNKNOWN', reason: null };

async function readStatusByDomain(db: Database): Promise<Map<string | null, DomainMail>> {
  const rows = await queryRows<StatusRow>(
    db,
    sql`
      with recent as (
        select domain, to_address, created_at, coalesce(error, '-') as word,
          row_number() over (partition by domain order by created_at desc) as place,
          row_number() over (order by created_at desc) as place_of_all
        from (
          select split_part(to_address, '@', 2) as domain, to_address, created_at,
            case when sent_at is null then last_error end as error
          from outbox_messages
          where created_at > now() - ${WINDOW_MINUTES} * interval '1 minute' and kind <> 'PASSWORD_RESET'
            and (sent_at is not null or last_error ~ '^([0-9]|no answer)')
        ) shown
      )
      select domain, count(distinct to_address)::int as mailboxes,
        case grouping(domain)
          when 1 then string_agg(word, ',' order by created_at desc) filter (where place_of_all <= ${NEWEST})
          else string_agg(word, ',' order by created_at desc) filter (where place <= ${NEWEST}) end as words
      from recent group by grouping sets ((domain), ())`,
  );
  const shown = rows.filter(({ mailboxes }) => Number(mailboxes) >= MAILBOXES_MIN);
  return new Map(shown.map(({ domain, words }) => [domain, toDomainMail(words ?? '')]));
}

// A refusal counts only if all of the newest messages were refused; one deferral counts at once.
function toDomainMail(words: string): DomainMail {
  const reasons = words.split(',').map((word) => (word === '-' ? null : toMailReason(word)));
  if (reasons.includes('ASKED_TO_WAIT')) return { state: 'HELD_UP', reason: 'ASKED_TO_WAIT' };
  const [first = null] = reasons;
  return first !== null && reasons.every((reason) => reason === first)
    ? { state: 'HELD_UP', reason: first }
    : { state: 'FLOWING', reason: null };
}
