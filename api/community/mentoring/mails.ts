import { isAdmin, type Role } from '#contract/roles.ts';
import { toSiteOrigin } from '../../platform/http/share-links.ts';
import { toPlainName } from '../../platform/mail/messages/content.ts';
import type { SessionOccasion } from '../../platform/mail/messages/session.ts';
import { type Mailing, queueMail } from '../../platform/mail/outbox.ts';
import { toCalendar, toWhen } from '../events/calendar.ts';
import { addNews } from '../news/news.ts';
import type { Taken } from './offers.ts';

/** Mails both people, if they are left and their address is proven. News goes to the one who did not do it. */
export async function notifyBoth(
  { db, config, secret }: Mailing,
  rows: readonly Taken[],
  occasion: SessionOccasion,
  byId: string | null,
): Promise<void> {
  const isEnd = occasion === 'CANCELLED';
  for (const row of rows) {
    const { slot, session } = row;
    for (const person of [row.learner, row.mentor]) {
      if (person?.status !== 'ACTIVE') continue;
      const { id, name, email } = person;
      const isMentor = id === slot.mentorId;
      const path = isMentor && isAdmin(person.role as Role) ? '/admin/mentoring' : '/dashboard/mentoring';
      if (person.emailVerifiedAt) {
        const other = toPlainName((isMentor ? row.learner : row.mentor)?.name ?? '') ?? '';
        const entry = {
          ...{ ...slot, id: session.id, sequence: session.sequence + (isEnd ? 1 : 0) },
          title: other ? `Session with ${other}` : 'Session',
          url: `${toSiteOrigin(config)}${path}`,
        };
        const facts = {
          ...{ name, occasion, other, topics: slot.topics, place: slot.place, path },
          when: toWhen(slot, config.TIME_ZONE),
          question: isMentor ? session.question : null,
          calendar: toCalendar(entry, isEnd),
        };
        await queueMail({ db, secret }, 'SESSION', { id, email }, facts);
      }
      if (id === byId || occasion === 'REMINDER') continue;
      await addNews(db, 'SESSION', [id], { occasion, startsAt: slot.startsAt.toISOString(), path });
    }
  }
}
