import * as z from 'zod/mini';
import { requiredMoment } from './assignments.ts';
import { defineCall } from './call.ts';
import { DESCRIPTION_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import type { ListRules } from './list-rules.ts';
import { Announcement } from './news.ts';
import { Moment, Named, requiredId, requiredText } from './shared.ts';
import { cleanProse } from './text.ts';

/** Mails of announcements in 24 hours, over all authors; beside the daily limit of codes. */
export const ANNOUNCEMENT_MAILS_PER_DAY = 50_000;

export const ANNOUNCEMENT_ERRORS = defineErrors({
  ANNOUNCEMENT_AUDIENCE: { status: 400, text: 'Choose a cohort or a league, not both' },
  PINNED_TOO_SHORT: { status: 400, text: 'It must be pinned until later than it is published' },
});

export const AnnouncementRow = z.extend(Announcement, {
  /** Both null: for everyone. */
  cohort: z.nullable(Named),
  league: z.nullable(Named),
  pinnedUntil: z.nullable(Moment),
  isMailed: z.boolean(),
  /** When all its mails were in the outbox; null before that. */
  mailedAt: z.nullable(Moment),
});
export type AnnouncementRow = z.infer<typeof AnnouncementRow>;

export const ANNOUNCEMENT_LIST = {
  searched: ({ title, cohort, league }) => [title, cohort?.name ?? '', league?.name ?? ''],
  filters: {},
  sorts: { title: ({ title }) => title, publishAt: ({ publishAt }) => publishAt },
} satisfies ListRules<AnnouncementRow>;

export const CreateAnnouncementBody = z.object({
  title: requiredText({ required: 'Title is required', field: 'Title' }),
  body: requiredText({
    required: 'Text is required',
    field: 'Text',
    max: DESCRIPTION_MAX_LENGTH,
    clean: cleanProse,
  }),
  cohortId: z.optional(z.nullable(requiredId('cohortId must be an id'))),
  leagueId: z.optional(z.nullable(requiredId('leagueId must be an id'))),
  /** Absent, null or past: at once. */
  publishAt: z.optional(z.nullable(requiredMoment('publishAt'))),
  pinnedUntil: z.optional(z.nullable(requiredMoment('pinnedUntil'))),
  isMailed: z.optional(z.boolean({ error: 'isMailed must be true or false' })),
});
export type CreateAnnouncementBody = z.infer<typeof CreateAnnouncementBody>;

export const listAnnouncements = defineCall('listAnnouncements', {
  route: 'GET /admin/announcements',
  access: 'staff',
  summary: 'Announcements of the last 90 days in the scope of the caller, newest first',
  data: z.object({ announcements: z.array(AnnouncementRow) }),
});

/** Without a cohort and a league: everyone. */
export const countAudience = defineCall('countAudience', {
  route: 'GET /admin/announcements/audience',
  access: 'staff',
  summary: 'How many people an announcement would reach, and how many of them by mail',
  query: z.object({ cohortId: z.optional(z.string()), leagueId: z.optional(z.string()) }),
  data: z.object({ people: z.number(), byMail: z.number() }),
});

export const createAnnouncement = defineCall('createAnnouncement', {
  route: 'POST /admin/announcements',
  access: 'staff',
  summary: 'Announce to everyone, a cohort (both Grand Pathfinders alone) or a league in scope, now or later',
  message: 'Announcement saved',
  status: 201,
  body: CreateAnnouncementBody,
  data: AnnouncementRow,
});

export const takeBackAnnouncement = defineCall('takeBackAnnouncement', {
  route: 'DELETE /admin/announcements/:id',
  access: 'staff',
  summary: 'Take an announcement back: it is deleted, and mail that was not sent yet is dropped',
  message: 'Announcement taken back',
});
