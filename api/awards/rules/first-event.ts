import { and, eq, isNotNull } from 'drizzle-orm';
import { eventRegistrations } from '../../platform/db/schema/community.ts';
import { badgeRule } from '../rule.ts';

export const firstEvent = badgeRule({
  key: 'first-event',
  when: 'day',
  badge: { name: 'First event', description: 'Came to an event.' },
  isEarned: async (tx, { userId }) => {
    const isOwn = eq(eventRegistrations.userId, userId);
    return (await tx.$count(eventRegistrations, and(isOwn, isNotNull(eventRegistrations.checkedInAt)))) > 0;
  },
});
