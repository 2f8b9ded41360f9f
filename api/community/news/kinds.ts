import { toPrintedCode } from '#contract/certificate-code.ts';
import type { NewsKind } from '#contract/news.ts';
import { type Role, reachesRole } from '#contract/roles.ts';

interface League {
  id: string;
  name: string;
}

/** Stored in `notifications.facts`, or read with the thing itself. */
export interface NewsFacts {
  ANNOUNCEMENT: { title: string };
  NEW_RESOURCES: { league: League; count: number };
  ASSIGNMENT_DUE: { assignment: string; league: League; dueAt: string };
  SUBMISSION_REVIEWED: { assignment: string; league: League; isApproved: boolean };
  /** `code`: the certificate of the same league. */
  BADGE_EARNED: { badge: string; code?: string };
  CERTIFICATE_ISSUED: { title: string; code: string };
  STREAK_ENDS: { days: number };
  SUBMISSIONS_TO_REVIEW: { league: League; count: number };
  ACCOUNT_APPROVED: Record<string, never>;
  NEW_DEVICE: { device: string };
  EVENT: { occasion: string; event: { id: string; title: string } };
  /** `path`: of the area that the reader works in. */
  SESSION: { occasion: string; startsAt: string; path: string };
}

export interface Kind<Facts> {
  label: string;
  for: 'LEARNERS' | 'REVIEWERS' | 'ALL';
  isShown: boolean;
  isMailed: boolean;
  mail: 'AT_ONCE' | 'COLLECTED';
  /** Neither channel can be switched off. */
  isFixed?: true;
  toText(facts: Facts, timeZone: string): string;
  toPath(facts: Facts): string | null;
}

const ON = { isShown: true, isMailed: true } as const;
const COLLECTED = { ...ON, mail: 'COLLECTED' } as const;
const FIXED = { ...ON, mail: 'AT_ONCE', isFixed: true } as const;

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
const leaguePath = ({ id }: League) => `/dashboard/league/${encodeURIComponent(id)}`;
const certificatePath = (code: string) => `/certificates/${toPrintedCode(code)}`;

/** Texts, links, audiences and defaults of all news. */
export const KINDS: { [K in NewsKind]: Kind<NewsFacts[K]> } = {
  ANNOUNCEMENT: {
    ...{ label: 'Announcements', for: 'ALL', ...COLLECTED },
    toText: ({ title }) => title,
    toPath: () => null,
  },
  NEW_RESOURCES: {
    ...{ label: 'New resources in my leagues', for: 'ALL', ...COLLECTED },
    toText: (facts) => `${count(facts.count, 'new resource', 'new resources')} in ${facts.league.name}`,
    toPath: ({ league }) => leaguePath(league),
  },
  ASSIGNMENT_DUE: {
    ...{ label: 'Assignments due in three days', for: 'ALL', ...COLLECTED },
    toText: ({ assignment, league, dueAt }, timeZone) => {
      const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone });
      return `“${assignment}” in ${league.name} is due on ${day.format(new Date(dueAt))}`;
    },
    toPath: ({ league }) => leaguePath(league),
  },
  SUBMISSION_REVIEWED: {
    ...{ label: 'Reviews of my answers', for: 'ALL', ...ON, mail: 'AT_ONCE' },
    toText: ({ assignment, isApproved }) =>
      isApproved
        ? `Your answer to “${assignment}” is approved`
        : `Please change your answer to “${assignment}”`,
    toPath: ({ league }) => leaguePath(league),
  },
  BADGE_EARNED: {
    ...{ label: 'Badges', for: 'ALL', ...COLLECTED },
    toText: ({ badge, code }) =>
      code ? `You earned the badge ${badge} and a certificate` : `You earned the badge ${badge}`,
    toPath: ({ code }) => (code ? certificatePath(code) : '/dashboard/profile'),
  },
  CERTIFICATE_ISSUED: {
    ...{ label: 'Certificates', for: 'ALL', ...COLLECTED },
    toText: ({ title }) => `Your certificate for ${title} is ready`,
    toPath: ({ code }) => certificatePath(code),
  },
  STREAK_ENDS: {
    ...{ label: 'My streak ends tonight', for: 'ALL', isShown: false, isMailed: false, mail: 'COLLECTED' },
    toText: ({ days }) => `Your streak of ${count(days, 'day', 'days')} ends tonight`,
    toPath: () => '/dashboard',
  },
  SUBMISSIONS_TO_REVIEW: {
    ...{ label: 'Answers to review', for: 'REVIEWERS', ...COLLECTED },
    toText: (facts) =>
      `${count(facts.count, 'answer waits', 'answers wait')} for review in ${facts.league.name}`,
    toPath: ({ league }) => `/admin/league/${encodeURIComponent(league.id)}/assignment`,
  },
  ACCOUNT_APPROVED: {
    ...{ label: 'Approval of my account', for: 'LEARNERS', ...FIXED },
    toText: () => 'Your account is approved: choose a league',
    toPath: () => '/dashboard',
  },
  NEW_DEVICE: {
    ...{ label: 'Sign-ins from a new device', for: 'ALL', ...FIXED },
    toText: ({ device }) => `New sign-in: ${device}`,
    toPath: () => '/dashboard/profile',
  },
  EVENT: {
    ...{ label: 'Events I registered for', for: 'ALL', ...FIXED },
    toText: ({ occasion, event }) => {
      if (occasion === 'MOVED_UP') return `You have a place at “${event.title}”`;
      return `“${event.title}” ${occasion === 'CANCELLED' ? 'was cancelled' : 'has another time or place'}`;
    },
    toPath: ({ event }) => `/events/${encodeURIComponent(event.id)}`,
  },
  SESSION: {
    ...{ label: 'Sessions with a mentor', for: 'ALL', ...FIXED },
    toText: ({ occasion, startsAt }, timeZone) => {
      const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
      const session = `session on ${moment.format(new Date(startsAt))}`;
      if (occasion === 'BOOKED') return `A learner booked your ${session}`;
      if (occasion === 'MOVED') return `A learner moved to your ${session}`;
      return `The ${session} was cancelled`;
    },
    toPath: ({ path }) => path,
  },
};

export function canReach(kind: NewsKind, role: Role): boolean {
  const { for: audience } = KINDS[kind];
  return audience === 'ALL' || reachesRole(role, 'CHIEF_PATHFINDER') === (audience === 'REVIEWERS');
}
