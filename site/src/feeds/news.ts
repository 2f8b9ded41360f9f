import type { CommitUpdate } from '#site/islands/updates/commits.ts';
import { groupByDay, toDayId } from '#site/islands/updates/days.ts';
import type { News } from './atom.ts';
import type { CalendarEvent } from './calendar.ts';

export function toEventNews({ id, data }: CalendarEvent): News {
  return {
    path: `/events/${id}`,
    title: data.title,
    summary: `${data.description} (${data.location})`,
    published: new Date(`${data.date}T00:00:00Z`),
    category: data.category,
  };
}

/**
 * One entry per day of platform changes, from `updates` sorted newest first. Drops the oldest day, which may be
 * incomplete.
 */
export function toUpdateNews(updates: readonly CommitUpdate[]): News[] {
  return groupByDay(updates)
    .slice(0, -1)
    .map(({ day, updates: ofDay }) => {
      const times = ofDay.map(({ timestamp }) => timestamp);
      const changes = ofDay.length === 1 ? '1 change' : `${ofDay.length} changes`;
      const rows = ofDay.map(
        ({ summary, repo, author }) =>
          `<li>${Bun.escapeHTML(summary)} (${repo}, ${Bun.escapeHTML(author)})</li>`,
      );
      return {
        path: `/updates#${toDayId(day)}`,
        title: `Platform updates, ${day}: ${changes}`,
        summary: ofDay.map(({ summary }) => summary).join('. '),
        html: `<ul>${rows.join('')}</ul>`,
        published: new Date(Math.min(...times)),
        updated: new Date(Math.max(...times)),
        category: 'Platform updates',
      };
    });
}
