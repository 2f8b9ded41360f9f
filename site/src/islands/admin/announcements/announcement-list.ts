import {
  type AnnouncementRow,
  countAudience,
  createAnnouncement,
  listAnnouncements,
  takeBackAnnouncement,
  updateAnnouncement,
} from '#contract/announcements.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createConfirmedAction } from '../action/confirmed-action.ts';
import { createWholeList } from '../data/whole-list.ts';
import { createStaffQuery } from '../query/queries.ts';

export const announcementList = createWholeList({
  kind: 'announcements',
  load: async () => (await callApi(listAnnouncements)).announcements,
  create: createAnnouncement,
  update: updateAnnouncement,
  remove: takeBackAnnouncement,
  sort: (rows) => rows.toSorted((a, b) => b.publishAt.localeCompare(a.publishAt)),
});

export function createTakingBack() {
  return createConfirmedAction<AnnouncementRow>({
    action: 'take announcement back',
    run: async ({ id }) => announcementList.place(await callApi(takeBackAnnouncement, { params: { id } })),
    done: 'Announcement taken back',
  });
}

export function toTakingBackQuestion({ state, isMailed }: AnnouncementRow): string {
  if (state === 'SCHEDULED') return 'It will not be published, and no mail is sent. This cannot be undone.';
  const mail = isMailed ? ' Mail not sent yet is dropped; mail already sent stays where it is.' : '';
  return `Readers no longer see it, and it is no longer pinned.${mail} This cannot be undone.`;
}

export function toMailText({ isMailed, mailedAt, state }: AnnouncementRow): string {
  if (!isMailed) return 'No mail';
  if (mailedAt) return `Sent ${toShortDateTime(mailedAt)}`;
  return state === 'TAKEN_BACK' ? 'Dropped' : 'Waiting';
}

export const EVERYONE = 'everyone';

/** Of 'everyone', 'cohort:ID' or 'league:ID'. */
export function toAudience(audience: string): { cohortId?: string; leagueId?: string } {
  const [kind, id] = audience.split(':');
  if (!id) return {};
  return kind === 'cohort' ? { cohortId: id } : { leagueId: id };
}

/** Null without an audience. */
export function audienceQuery(audience: string) {
  return createStaffQuery('announcements', `audience:${audience}`, async () =>
    audience ? callApi(countAudience, { query: toAudience(audience) }) : null,
  );
}
