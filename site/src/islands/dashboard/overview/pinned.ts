import { type Announcement, dismissAnnouncement, type NEWS_ERRORS } from '#contract/news.ts';
import { ApiFailure, callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { warn } from '#site/islands/shared/toast/toast.ts';
import { dashboard } from '../data/dashboard.ts';

const GONE: keyof typeof NEWS_ERRORS = 'ANNOUNCEMENT_NOT_FOUND';

/** Gone at once, and back if the server does not store it. */
export async function closePinned(closed: Announcement): Promise<void> {
  const show = (added: readonly Announcement[]) =>
    dashboard.change((data) => ({
      ...data,
      pinned: [...(data.pinned ?? []).filter(({ id }) => id !== closed.id), ...added].toSorted((a, b) =>
        b.publishAt.localeCompare(a.publishAt),
      ),
    }));
  show([]);
  try {
    await callApi(dismissAnnouncement, { params: { id: closed.id } });
  } catch (error) {
    // Staff took it back meanwhile.
    if (error instanceof ApiFailure && error.code === GONE) return;
    show([closed]);
    warn(toMessage(error, 'The announcement could not be closed. Please try again.'));
  }
}
