import {
  type AnnouncementRow,
  countAudience,
  listAnnouncements,
  takeBackAnnouncement,
} from '#contract/announcements.ts';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery, invalidate } from '../query/queries.ts';

export const announcementList = createStaffQuery(
  'announcements',
  'all',
  async () => (await callApi(listAnnouncements)).announcements,
);

export const refresh = () => invalidate('announcements', { alsoOwn: true });

export function createTakingBack() {
  return createConfirmedAction<AnnouncementRow>({
    action: 'take announcement back',
    run: async ({ id }) => {
      await callApi(takeBackAnnouncement, { params: { id } });
      refresh();
    },
    done: 'Announcement taken back',
  });
}

export const isScheduled = ({ publishAt }: AnnouncementRow) => Date.parse(publishAt) > Date.now();

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
