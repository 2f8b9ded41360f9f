import { ERRORS } from '#contract/errors.ts';
import { DEV_OUTBOX_PATH } from '#contract/mail-reasons.ts';
import { ApiError } from '../errors/api-error.ts';
import { requireLocalRequest } from '../http/local-request.ts';
import { envelope } from '../http/reply.ts';
import { requestIdOf } from '../http/request-info.ts';
import type { ApiRouter } from '../http/router.ts';
import { toSiteOrigin } from '../http/share-links.ts';
import { product } from '../process/product.ts';
import { decideStart } from '../process/start-rules.ts';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail } from './messages/layout.ts';
import { SAMPLES } from './messages/samples.ts';
import { listStoredMessages, type StoredMessage } from './outbox.ts';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:1240px;padding:24px;font:16px/1.6 system-ui,sans-serif}
h2,p,pre,li{overflow-wrap:anywhere}
article{border:1px solid;border-radius:10px;padding:16px;margin:16px 0;max-width:760px}
h1{line-height:1.2}
h2{font-size:18px;margin:0 0 4px}
p{margin:0 0 8px}
pre{white-space:pre-wrap;font:15px/1.5 ui-monospace,monospace;margin:12px 0 0}
li{margin:0 0 4px}
.frames{display:flex;flex-wrap:wrap;gap:24px}
.frames figure{margin:0}
iframe{border:1px solid;border-radius:10px;height:760px;max-width:100%}
.wide{width:700px}
.narrow{width:360px}
`;
const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');

/** `main` must be safe HTML. */
export function toDevPage(title: string, main: string): Response {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${Bun.escapeHTML(title)} | ${Bun.escapeHTML(product.name)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main>
<h1>${Bun.escapeHTML(title)}</h1>
${main}</main></body></html>`;
  return toDevHtml(page, `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'`);
}

function toDevHtml(html: string, policy: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  });
}

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
    return toDevPage('Outbox', toMessageList(messages));
  });
}

function toMessageList(messages: StoredMessage[]): string {
  const articles = messages.map(
    (message) => `<article><h2>${Bun.escapeHTML(message.subject)}</h2>
<p>To ${Bun.escapeHTML(message.to)}, <time datetime="${message.createdAt}">${message.createdAt}</time></p>
<pre>${Bun.escapeHTML(message.text)}</pre></article>`,
  );
  return `<p>Messages this development server would have sent, newest first. <a href="/dev/mail">What each kind looks
like</a></p>
${articles.join('\n') || '<p>No messages yet. Sign up to see one.</p>'}`;
}

export function devPreviewRoutes(router: ApiRouter): void {
  const { config } = router.deps;
  if (!decideStart(config).hasDevPages) return;
  router.get('/dev/mail', ({ request }) => {
    requireLocalRequest(request);
    return toDevPage('Mail', toSampleList());
  });
  router.get('/dev/mail/:kind', ({ request, params }) => {
    requireLocalRequest(request);
    const kind = MAIL_KINDS.find((known) => known === params.kind);
    if (!kind) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
    const message = renderMail(SAMPLES[kind], toSiteOrigin(config));
    const { part, scheme } = Object.fromEntries(new URL(request.url).searchParams);
    if (part === 'html') {
      const html = scheme ? forceScheme(message.html, scheme === 'dark') : message.html;
      return toDevHtml(html, "default-src 'none'; style-src 'unsafe-inline'");
    }
    if (part === 'text') {
      return new Response(message.text, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      });
    }
    return toDevPage(message.subject, toPreview(kind, message.text));
  });
}

function toSampleList(): string {
  const items = MAIL_KINDS.map(
    (kind) => `<li><a href="/dev/mail/${kind}">${kind}</a>: ${Bun.escapeHTML(SAMPLES[kind].subject)}</li>`,
  );
  return `<p>Every message the product sends, with made-up values. <a href="/dev/outbox">Messages of this server</a></p>
<ul>${items.join('\n')}</ul>`;
}

function toPreview(kind: MailKind, text: string): string {
  const frames = ['light', 'dark'].flatMap((scheme) =>
    ['wide', 'narrow'].map(
      (width) => `<figure><figcaption>HTML, ${scheme}, ${width}</figcaption>
<iframe class="${width}" title="HTML, ${scheme}, ${width}" src="/dev/mail/${kind}?part=html&amp;scheme=${scheme}"></iframe></figure>`,
    ),
  );
  return `<p><a href="/dev/mail">All kinds</a></p><div class="frames">${frames.join('\n')}</div>
<h2>Text</h2><pre>${Bun.escapeHTML(text)}</pre>`;
}

function forceScheme(html: string, isDark: boolean): string {
  return html
    .replaceAll('light dark', isDark ? 'dark' : 'light')
    .replaceAll('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all');
}
