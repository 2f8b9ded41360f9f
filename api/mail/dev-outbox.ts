import { Elysia } from 'elysia';
import type { Deps } from '../endpoint.ts';
import { envelope } from '../endpoint.ts';
import { hasDevPages } from '../env.ts';
import { requestIdOf } from '../request-context.ts';
import { toDevPage } from './dev-page.ts';
import { escapeHtml } from './messages/layout.ts';
import { type KeptMessage, listKeptMessages } from './outbox.ts';

/**
 * The outbox of a development machine at /dev/outbox: a page, and JSON with `Accept: application/json`. In production,
 * and where other machines can connect, the route does not exist.
 */
export function devOutboxRoutes(deps: Deps): Elysia {
  const app = new Elysia({ name: 'dev-outbox' });
  if (!hasDevPages(deps.config)) return app;
  app.get('/dev/outbox', async ({ request }) => {
    const messages = await listKeptMessages(deps);
    if ((request.headers.get('accept') ?? '').includes('application/json')) {
      return envelope(
        200,
        { success: true, data: { messages, total: messages.length } },
        requestIdOf(request),
      );
    }
    return toDevPage('Outbox', toList(messages));
  });
  return app;
}

function toList(messages: KeptMessage[]): string {
  const articles = messages.map(
    (message) => `<article><h2>${escapeHtml(message.subject)}</h2>
<p>To ${escapeHtml(message.to)}, <time datetime="${message.createdAt}">${message.createdAt}</time></p>
<pre>${escapeHtml(message.text)}</pre></article>`,
  );
  return `<p>Messages this development server would have sent, newest first. <a href="/dev/mail">What each kind looks
like</a></p>
${articles.join('\n') || '<p>No messages yet. Sign up to see one.</p>'}`;
}
