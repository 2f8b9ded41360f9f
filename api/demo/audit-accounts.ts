import { addressOf, type DemoStory, type Entry, MINUTE_MS } from './audit-entry.ts';
import { DAY_MS, findPerson, HOUR_MS } from './people.ts';
import { createRandom } from './random.ts';

/** How accounts came about: signed up, verified, approved, given a role and scopes, enrolled. */
export function listAccountEntries({ people, curriculum, now }: DemoStory): Entry[] {
  const grand = findPerson(people, 'grand');
  return people.flatMap((person) => {
    const { id, index, account, joinedAt, approvedAt, enrollments } = person;
    const own = { actorId: id, targetUserId: id, ipAddress: addressOf(index) };
    const after = (minutes: number) => new Date(joinedAt.getTime() + minutes * MINUTE_MS);
    const change = (from: string, to: string) => ({ from, to });
    const entries: Entry[] =
      person === grand
        ? [
            {
              at: joinedAt,
              actorId: null,
              targetUserId: id,
              action: 'USER_CREATED',
              description: 'Administrator created on the command line',
            },
          ]
        : [{ ...own, at: joinedAt, action: 'USER_CREATED' }];
    if (account.isMigrated) entries.push({ ...own, at: after(4), action: 'USER_MIGRATED_TO_V2' });
    if (account.isVerified) entries.push({ ...own, at: after(6), action: 'USER_EMAIL_VERIFIED' });
    if (person === grand) return entries;
    const byGrand = { actorId: grand.id, targetUserId: id };
    if (approvedAt) {
      entries.push({
        ...byGrand,
        at: approvedAt,
        action: 'USER_APPROVED',
        description: `${account.name} was approved`,
        metadata: { status: change('PENDING', 'ACTIVE'), role: change('PIONEER', 'PIONEER') },
      });
    }
    if (account.role !== 'PIONEER') {
      const learned = account.role === 'LUMINARY' ? 7 * DAY_MS : HOUR_MS;
      entries.push({
        ...byGrand,
        at: new Date((approvedAt ?? joinedAt).getTime() + learned),
        action: 'USER_ROLE_CHANGED',
        description: `${account.name} became ${account.role}`,
        metadata: { role: change('PIONEER', account.role) },
      });
    }
    if (account.scopes.length > 0) {
      entries.push({
        ...byGrand,
        at: new Date((approvedAt ?? joinedAt).getTime() + 2 * HOUR_MS),
        action: 'PATHFINDER_SCOPE_ASSIGNED',
        description: `${account.name} got ${account.scopes.length} league(s)`,
        metadata: {
          from: [],
          to: account.scopes.flatMap((name) => curriculum.get(name)?.id ?? []),
          permissions: { canManageUsers: true, canViewAnalytics: true, canCreateContent: true },
        },
      });
    }
    if (account.status === 'SUSPENDED') {
      entries.push({
        ...byGrand,
        at: new Date(now - 5 * DAY_MS),
        action: 'USER_STATUS_CHANGED',
        description: `${account.name} became SUSPENDED`,
        metadata: { status: change('ACTIVE', 'SUSPENDED') },
      });
    }
    for (const { league, enrolledAt } of enrollments) {
      const found = curriculum.get(league);
      if (!found) continue;
      const metadata = { cohortId: found.cohortId, leagueId: found.id };
      entries.push({ ...own, at: enrolledAt, action: 'USER_ENROLLED', description: league, metadata });
    }
    return entries;
  });
}

/** Signing in on some of the days on which somebody learned, and what goes wrong with it now and then. */
export function listVisitEntries({ people, events, now }: DemoStory): Entry[] {
  const eventsOf = Map.groupBy(events, ({ userId }) => userId);
  return people.flatMap(({ id, index, account, approvedAt }) => {
    const random = createRandom(`visits of ${account.email}`);
    const own = { actorId: id, targetUserId: id, ipAddress: addressOf(index) };
    const isStaff = account.role.includes('PATHFINDER');
    const days = isStaff
      ? [0.3, 1.4, 2.2, 4.6, 7.4, 11.5].map((day) => now - day * DAY_MS)
      : [
          ...Map.groupBy(eventsOf.get(id) ?? [], ({ occurredAt }) =>
            Math.floor((now - occurredAt.getTime()) / DAY_MS),
          ).values(),
        ].map((some) => Math.min(...some.map(({ occurredAt }) => occurredAt.getTime())));
    return days.flatMap((time): Entry[] => {
      const [visited, failed, left] = [random(), random(), random()];
      if (visited > 0.35 || time < (approvedAt?.getTime() ?? now)) return [];
      const at = (minutes: number) => new Date(time + minutes * MINUTE_MS);
      return [
        ...(failed < 0.12 ? [{ ...own, actorId: null, at: at(-4), action: 'LOGIN_FAILED' }] : []),
        { ...own, at: at(-3), action: 'LOGIN_SUCCEEDED' },
        ...(left < 0.3 ? [{ ...own, at: at(95), action: 'LOGGED_OUT' }] : []),
      ];
    });
  });
}
