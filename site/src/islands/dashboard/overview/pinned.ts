import { dismissAnnouncement, type NEWS_ERRORS, type PinnedAnnouncement } from '#contract/news.ts';
import { ApiFailure, callApi, toMessage } from '#site/islands/shared/http/api.ts';
import { warn } from '#site/islands/shared/toast/toast.ts';
import { dashboard } from '../data/dashboard.ts';

const GONE: keyof typeof NEWS_ERRORS = 'ANNOUNCEMENT_NOT_FOUND';

/** Gone at once, and back if the server does not store it. */
export async function closePinned(closed: PinnedAnnouncement): Promise<void> {
  const show = (added: readonly PinnedAnnouncement[]) =>
    dashboard.change((data) => ({
      ...data,
      pinned: [...(data.pinned ?? []).filter(({ id }) => id !== closed.id), ...added].toSorted((a, b) =>
        b.publishedAt.localeCompare(a.publishedAt),
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
