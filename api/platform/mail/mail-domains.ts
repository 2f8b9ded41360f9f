import { sql } from 'drizzle-orm';
import { MAIL_OVERVIEW_DAYS, type MailDomain } from '#contract/mail.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { toMailReason } from './mail-state.ts';

const DOMAINS_MAX = 100;

interface DomainRow {
  domain: string;
  sent: number;
  queued: number;
  delayed: number;
  failed: number;
  last_error: string | null;
  last_trouble_at: string | Date | null;
}

/** Problems first. A code replaced by a newer one is no failure. */
export async function listMailDomains(db: Database): Promise<MailDomain[]> {
  const rows = await queryRows<DomainRow>(
    db,
    sql`
      with recent as (
        select split_part(to_address, '@', 2) as domain, last_error, created_at, sent_at is not null as is_sent,
          failed_at is not null as is_failed, sent_at is null and last_error ~ '^([0-9]|no answer)' as is_troubled
        from outbox_messages
        where created_at > now() - ${MAIL_OVERVIEW_DAYS} * interval '1 day'
          and last_error is distinct from 'too late'
      )
      select domain,
        count(*) filter (where is_sent)::int as sent,
        count(*) filter (where not is_sent and not is_failed and is_troubled is not true)::int as queued,
        count(*) filter (where not is_sent and not is_failed and is_troubled)::int as delayed,
        count(*) filter (where not is_sent and is_failed)::int as failed,
        (array_agg(last_error order by created_at desc) filter (where not is_sent and (is_failed or is_troubled)))[1]
          as last_error,
        max(created_at) filter (where not is_sent and (is_failed or is_troubled)) as last_trouble_at
      from recent group by domain
      order by count(*) filter (where not is_sent and (is_failed or is_troubled)) desc, count(*) desc, domain
      limit ${DOMAINS_MAX}`,
  );
  return rows.map((row) => ({
    domain: row.domain,
    sent: Number(row.sent),
    queued: Number(row.queued),
    delayed: Number(row.delayed),
    failed: Number(row.failed),
    lastReason: toMailReason(row.last_error),
    lastTroubleAt: row.last_trouble_at === null ? null : toIso(row.last_trouble_at),
  }));
}
