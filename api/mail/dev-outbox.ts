import { Elysia } from 'elysia';
import type { Deps } from '../endpoint.ts';
import { envelope } from '../endpoint.ts';
import { product } from '../product.ts';
import { requestIdOf } from '../request-context.ts';
import { escapeHtml } from './messages/layout.ts';
import { type KeptMessage, listKeptMessages } from './outbox.ts';

/**
 * The outbox of a development machine at /dev/outbox: a page, and JSON with `Accept: application/json`. In production
 * the route does not exist.
 */
export function devOutboxRoutes(deps: Deps): Elysia {
  const app = new Elysia({ name: 'dev-outbox' });
  if (deps.config.NODE_ENV === 'production') return app;
  app.get('/dev/outbox', async ({ request }) => {
    const messages = await listKeptMessages(deps);
    if ((request.headers.get('accept') ?? '').includes('application/json')) {
      return envelope(
        200,
        { success: true, data: { messages, total: messages.length } },
        requestIdOf(request),
      );
    }
    return new Response(toPage(messages), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy':
          "default-src 'none'; style-src 'sha256-" +
          STYLE_HASH +
          "'; base-uri 'none'; frame-ancestors 'none'",
      },
    });
  });
  return app;
}

const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:760px;padding:24px;font:16px/1.6 system-ui,sans-serif}
article{border:1px solid;border-radius:10px;padding:16px;margin:16px 0}
h2{font-size:18px;margin:0 0 4px}
p{margin:0 0 8px}
pre{white-space:pre-wrap;font:15px/1.5 ui-monospace,monospace;margin:12px 0 0}
`;
const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');

function toPage(messages: KeptMessage[]): string {
  const articles = messages.map(
    (message) => `<article><h2>${escapeHtml(message.subject)}</h2>
<p>To ${escapeHtml(message.to)}, <time datetime="${message.createdAt}">${message.createdAt}</time></p>
<pre>${escapeHtml(message.text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox | ${escapeHtml(product.name)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>
<h1>Outbox</h1><p>Messages this development server would have sent, newest first.</p>
${articles.join('\n') || '<p>No messages yet. Sign up to see one.</p>'}</main></body></html>`;
}
