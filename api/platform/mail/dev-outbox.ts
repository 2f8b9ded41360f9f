import { DEV_OUTBOX_PATH } from '#contract/mail-reasons.ts';
import { requireLocalRequest } from '../http/local-request.ts';
import { envelope } from '../http/reply.ts';
import { requestIdOf } from '../http/request-info.ts';
import type { ApiRouter } from '../http/router.ts';
import { decideStart } from '../process/start-rules.ts';
import { toDevPage } from './dev-page.ts';
import { listStoredMessages, type StoredMessage } from './outbox.ts';

/** Local requests only, where the settings allow it (DEV_PAGES_CLOSED in process/start-rules.ts). */
export function devOutboxRoutes(router: ApiRouter): void {
  const { deps } = router;
  if (!decideStart(deps.config).hasDevPages) return;
  router.get(DEV_OUTBOX_PATH, async ({ request }) => {
    requireLocalRequest(request);
    const messages = await listStoredMessages(deps);
    if ((request.headers.get('accept') ?? '').includes('application/json')) {
      return envelope(
        200,
        { success: true, data: { messages, total: messages.length } },
        requestIdOf(request),
      );
    }
    return toDevPage('Outbox', toList(messages));
  });
}

function toList(messages: StoredMessage[]): string {
  const articles = messages.map(
    (message) => `<article><h2>${Bun.escapeHTML(message.subject)}</h2>
<p>To ${Bun.escapeHTML(message.to)}, <time datetime="${message.createdAt}">${message.createdAt}</time></p>
<pre>${Bun.escapeHTML(message.text)}</pre></article>`,
  );
  return `<p>Messages this development server would have sent, newest first. <a href="/dev/mail">What each kind looks
like</a></p>
${articles.join('\n') || '<p>No messages yet. Sign up to see one.</p>'}`;
}
