import { Elysia } from 'elysia';
import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { requireLocalRequest } from '../http/local-request.ts';
import type { Deps } from '../http/router.ts';
import { toSiteOrigin } from '../http/share-links.ts';
import { decideStart } from '../process/start-rules.ts';
import { toDevHtml, toDevPage } from './dev-page.ts';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail } from './messages/layout.ts';
import { SAMPLES } from './messages/samples.ts';

export function devPreviewRoutes(deps: Deps): Elysia {
  const app = new Elysia({ name: 'dev-mail' });
  if (!decideStart(deps.config).hasDevPages) return app;
  app.get('/dev/mail', ({ request }) => {
    requireLocalRequest(request);
    return toDevPage('Mail', toList());
  });
  app.get('/dev/mail/:kind', ({ request, params, query }) => {
    requireLocalRequest(request);
    const kind = MAIL_KINDS.find((known) => known === params.kind);
    if (!kind) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
    const message = renderMail(SAMPLES[kind], toSiteOrigin(deps.config));
    if (query.part === 'html') {
      const html = query.scheme ? forceScheme(message.html, query.scheme === 'dark') : message.html;
      return toDevHtml(html, "default-src 'none'; style-src 'unsafe-inline'");
    }
    if (query.part === 'text') {
      return new Response(message.text, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      });
    }
    return toDevPage(message.subject, toPreview(kind, message.text));
  });
  return app;
}

function toList(): string {
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
