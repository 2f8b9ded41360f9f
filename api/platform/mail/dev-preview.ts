import { ERRORS } from '#contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { requireLocalRequest } from '../http/local-request.ts';
import type { ApiRouter } from '../http/router.ts';
import { toSiteOrigin } from '../http/share-links.ts';
import { decideStart } from '../process/start-rules.ts';
import { toDevHtml, toDevPage } from './dev-page.ts';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail } from './messages/layout.ts';
import { SAMPLES } from './messages/samples.ts';

export function devPreviewRoutes(router: ApiRouter): void {
  const { config } = router.deps;
  if (!decideStart(config).hasDevPages) return;
  router.get('/dev/mail', ({ request }) => {
    requireLocalRequest(request);
    return toDevPage('Mail', toList());
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
