import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, NullableText } from './shared.ts';

// Calls for one's own news, beyond the agreed contract (docs/decisions/0007).

/** Kinds that readers choose by; `api/community/news/kinds.ts` has their words, links and defaults. */
export const NEWS_KINDS = [
  'ANNOUNCEMENT',
  'NEW_RESOURCES',
  'ASSIGNMENT_DUE',
  'SUBMISSION_REVIEWED',
  'BADGE_EARNED',
  'CERTIFICATE_ISSUED',
  'STREAK_ENDS',
  'SUBMISSIONS_TO_REVIEW',
  'ACCOUNT_APPROVED',
  'NEW_DEVICE',
  'EVENT',
  'SESSION',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** How often mail collects news; review results, approvals and security mail go at once. */
export const MAIL_RHYTHMS = ['DAILY', 'WEEKLY', 'NEVER'] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** Hour in the product's time zone at which mail collects news. */
export const NEWS_MAIL_HOUR = 18;
export const NEWS_DAYS = 90;
export const NEWS_MAX = 100;

export const NEWS_ERRORS = defineErrors({
  ANNOUNCEMENT_NOT_FOUND: { status: 404, text: 'Announcement not found' },
  UNSUBSCRIBE_LINK_INVALID: { status: 400, text: 'This link does not work. Sign in to choose your mail.' },
  NEWS_CHOICE_FIXED: { status: 400, text: 'This cannot be switched off' },
});

export const Announcement = z.object({
  id: Id,
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  /** Name of the author; null once the account is gone. */
  author: NullableText,
  publishAt: Moment,
});
export type Announcement = z.infer<typeof Announcement>;

export const NewsItem = z.object({
  /** Of the row, or of the group: 'resources:LEAGUE:2026-11-05'. */
  id: z.string(),
  kind: z.enum(NEWS_KINDS),
  /** One sentence without Markdown. */
  text: z.string(),
  /** On our own site; null without a place. */
  path: NullableText,
  at: Moment,
  isUnread: z.boolean(),
  announcement: z.optional(Announcement),
});
export type NewsItem = z.infer<typeof NewsItem>;

export const listNews = defineCall('listNews', {
  route: 'GET /users/me/news',
  access: 'any',
  summary: 'News of the last 90 days, newest first, at most 100',
  data: z.object({ items: z.array(NewsItem), unread: z.number() }),
});

/** Moves the mark forward only, so that devices agree. */
export const markNewsRead = defineCall('markNewsRead', {
  route: 'PUT /users/me/news/read',
  access: 'any',
  summary: 'Mark news as read, up to and including a moment',
  body: z.object({ until: z.iso.datetime({ error: 'until must be an ISO 8601 moment in UTC' }) }),
});

export const NewsChoices = z.object({
  mailRhythm: z.enum(MAIL_RHYTHMS),
  /** Only kinds that can reach this account. */
  kinds: z.array(
    z.object({
      kind: z.enum(NEWS_KINDS),
      label: z.string(),
      isShown: z.boolean(),
      isMailed: z.boolean(),
      /** 'AT_ONCE', or collected by the rhythm. */
      mail: z.enum(['AT_ONCE', 'COLLECTED']),
      /** Cannot be switched off. */
      isFixed: z.boolean(),
    }),
  ),
});
export type NewsChoices = z.infer<typeof NewsChoices>;

export const getNewsChoices = defineCall('getNewsChoices', {
  route: 'GET /users/me/news/choices',
  access: 'any',
  summary: 'Which news the person gets, and by which channel',
  data: NewsChoices,
});

export const NewsChoicesBody = z.object({
  mailRhythm: z.optional(z.enum(MAIL_RHYTHMS, { error: 'mailRhythm must be DAILY, WEEKLY or NEVER' })),
  kinds: z.optional(
    z
      .array(
        z.object({
          kind: z.enum(NEWS_KINDS, { error: 'Unknown kind of news' }),
          isShown: z.optional(z.boolean({ error: 'isShown must be true or false' })),
          isMailed: z.optional(z.boolean({ error: 'isMailed must be true or false' })),
        }),
        { error: 'kinds must be a list' },
      )
      .check(z.maxLength(NEWS_KINDS.length, { error: 'Too many kinds' })),
  ),
});
export type NewsChoicesBody = z.infer<typeof NewsChoicesBody>;

export const saveNewsChoices = defineCall('saveNewsChoices', {
  route: 'PUT /users/me/news/choices',
  access: 'any',
  summary: 'Choose news by kind and channel; absent fields stay as they are',
  message: 'Your choices are saved',
  body: NewsChoicesBody,
  data: NewsChoices,
});

export const dismissAnnouncement = defineCall('dismissAnnouncement', {
  route: 'PUT /users/me/news/dismissed/:id',
  access: 'any',
  summary: 'Close a pinned announcement; it stays in the list',
  message: 'Announcement closed',
});

/** One click of a mail program (RFC 8058), or of the page /unsubscribe. The same link may be used again. */
export const unsubscribe = defineCall('unsubscribe', {
  route: 'POST /news/unsubscribe/:token',
  access: 'public',
  summary: 'Stop the kind of mail that the link came with',
  message: 'You get no more of these mails',
  data: z.object({ stopped: z.string() }),
});
