import { pathOf } from '#contract/call.ts';
import { type Block, type Inline, parseMarkdown, toPlainText } from '#contract/markdown/parse-markdown.ts';
import { unsubscribe as unsubscribeCall } from '#contract/news.ts';
import { palette, product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent, toGreeting, toLine } from './content.ts';

const STOP = 'Stop these mails';

export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  /** For the header that lets mail programs unsubscribe by one POST (RFC 8058). */
  unsubscribeUrl?: string;
  calendar?: NonNullable<MailContent['calendar']>;
}

/** Loads nothing and links only to `origin`. */
export function renderMail(content: MailContent, origin: string, apiOrigin = origin): MailMessage {
  const { unsubscribe, calendar } = content;
  return {
    subject: toLine(content.subject),
    text: toText(content, origin),
    html: toHtml(content, origin),
    ...(unsubscribe
      ? { unsubscribeUrl: `${apiOrigin}/api${pathOf(unsubscribeCall, { token: unsubscribe })}` }
      : {}),
    ...(calendar ? { calendar } : {}),
  };
}

const toStopUrl = (origin: string, token: string) => `${origin}/unsubscribe#${encodeURIComponent(token)}`;

function toText(content: MailContent, origin: string): string {
  const { code, prize, paragraphs, quote, action, unsubscribe } = content;
  return [
    toGreeting(content.name),
    ...(code ? [code] : [content.title]),
    ...(prize ? [`★ ${prize.name} (${prize.from})`] : []),
    ...paragraphs,
    ...(quote ? [`${quote.from}:\n${toQuoteText(quote).replace(/^/gm, '> ')}`] : []),
    ...(action ? [`${action.label}:\n${origin}${action.path}`] : []),
    `The ${product.name} team`,
    `-- \n${content.reason ?? ACCOUNT_REASON}\n${unsubscribe ? `${STOP}:\n${toStopUrl(origin, unsubscribe)}\n` : ''}${origin}`,
  ].join('\n\n');
}

function toQuoteText({ text, isMarkdown }: NonNullable<MailContent['quote']>): string {
  if (!isMarkdown) return text;
  return parseMarkdown(text)
    .map((block) => toPlainText([block], true))
    .join('\n\n');
}

const SANS = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Roboto Mono',monospace";

const { ink, paper, light, dark } = palette;

// Inline, because some mail programs drop the style sheet. Outlook ignores the padding of links, so buttons use
// borders.
const LOOKS = {
  body: `margin:0;padding:0;background:${light.sunken};color:${light.body};font-size:16px;line-height:1.6;overflow-wrap:anywhere;word-break:break-word;${SANS}`,
  preview: `display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${light.sunken}`,
  page: 'max-width:560px;margin:0 auto;padding:32px 16px 40px',
  brand: 'margin:0 0 20px;font-size:17px;line-height:1.3;font-weight:700;letter-spacing:-.01em',
  mark: `background:${light.brand};color:${light['on-brand']};padding:3px 9px;text-decoration:none`,
  card: `background:${light.surface};border:1px solid ${light.line};border-radius:16px;padding:36px 36px 28px`,
  title: `margin:0 0 20px;font-size:27px;line-height:1.15;font-weight:750;letter-spacing:-.02em;color:${ink}`,
  line: 'margin:0 0 16px',
  code: `margin:4px 0 24px;padding:20px 8px 20px 16px;background:${light.brand};color:${light['on-brand']};border-radius:10px;text-align:center;font-size:38px;line-height:1.1;font-weight:700;letter-spacing:.2em;${MONO}`,
  prize: `margin:4px 0 24px;padding:22px 24px;background:${ink};color:${paper};border:2px solid ${ink};border-radius:10px`,
  star: `color:${dark.brand}`,
  prizeName: 'margin:0;font-size:21px;line-height:1.25;font-weight:700;letter-spacing:-.01em',
  prizeFrom: `margin:4px 0 0;font-size:14px;line-height:1.4;color:${dark.muted}`,
  quote: `margin:4px 0 24px;padding:16px 20px 8px;background:${light.sunken};border-left:4px solid ${light.brand};border-radius:0 10px 10px 0`,
  quoteFrom: `margin:0 0 6px;font-size:14px;line-height:1.4;font-weight:700;color:${light.muted}`,
  quoteText: 'margin:0 0 8px;white-space:pre-wrap',
  quoteList: 'margin:0 0 8px;padding-left:24px',
  quoteQuote: `margin:0 0 8px;padding-left:12px;border-left:3px solid ${light.line}`,
  quoteCode: `margin:0 0 8px;white-space:pre-wrap;word-break:break-word;font-size:14px;${MONO}`,
  quoteMono: `font-size:14px;${MONO}`,
  act: 'margin:8px 0 24px',
  button: `display:inline-block;background:${light.brand};color:${light['on-brand']};border:solid ${light.brand};border-width:12px 22px;border-radius:10px;font-size:16px;line-height:1.25;font-weight:700;text-decoration:none`,
  quiet: `color:${ink};font-weight:600;text-decoration:underline`,
  team: `margin:0;color:${light.muted}`,
  foot: `margin:20px 0 0;padding:0 4px;font-size:13px;line-height:1.5;color:${light.muted}`,
  footLink: `color:${light.muted};text-decoration:underline`,
} as const;

const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.page{padding:20px 12px 28px!important}
.card{padding:26px 20px 22px!important}
.title{font-size:24px!important}
.code{font-size:34px!important;letter-spacing:.14em!important;padding-left:12px!important}
.button{display:block!important;text-align:center!important}
}
@media (prefers-color-scheme:dark){
.mark,.code,.button{background:${dark.brand}!important;color:${dark['on-brand']}!important}
.button{border-color:${dark.brand}!important}
.body{background:${dark.page}!important;color:${dark.body}!important}
.preview{color:${dark.page}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
.title,.quiet{color:${dark.strong}!important}
.prize{background:${dark.page}!important;border-color:${dark.brand}!important}
.quote{background:${dark.raised}!important}
.quoteFrom,.team,.foot,.footLink{color:${dark.muted}!important}
}
`;

function toHtml(content: MailContent, origin: string): string {
  const { code, prize, quote, action, unsubscribe } = content;
  const stop = unsubscribe ? ` ${link('footLink', toStopUrl(origin, unsubscribe), STOP)}` : '';
  const blocks = [
    element('p', 'line', Bun.escapeHTML(toGreeting(content.name))),
    ...(code ? [element('p', 'code', Bun.escapeHTML(code))] : []),
    ...(prize ? [toPrize(prize)] : []),
    ...content.paragraphs.map((paragraph) => element('p', 'line', Bun.escapeHTML(paragraph))),
    ...(quote ? [toQuote(quote)] : []),
    ...(action
      ? [element('p', 'act', link(code ? 'quiet' : 'button', origin + action.path, action.label))]
      : []),
    element('p', 'team', Bun.escapeHTML(`The ${product.name} team`)),
  ];
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${Bun.escapeHTML(toLine(content.subject))}</title><style>${SHEET}</style></head>
<body class="body" style="${LOOKS.body}">
${element('div', 'preview', Bun.escapeHTML(content.preview))}
<div class="page" style="${LOOKS.page}" role="article" aria-label="${Bun.escapeHTML(content.title)}" lang="en">
${element('p', 'brand', link('mark', origin, product.name))}
<div class="card" style="${LOOKS.card}">
${element('h1', 'title', Bun.escapeHTML(content.title))}
${blocks.join('\n')}
</div>
${element('p', 'foot', `${Bun.escapeHTML(content.reason ?? ACCOUNT_REASON)}${stop}<br>${link('footLink', origin, toAddressText(origin))}`)}
</div></body></html>`;
}

function toQuote({ from, text, isMarkdown }: NonNullable<MailContent['quote']>): string {
  const words = isMarkdown ? toQuoteHtml(parseMarkdown(text)) : element('p', 'quoteText', withBreaks(text));
  return element('div', 'quote', element('p', 'quoteFrom', Bun.escapeHTML(from)) + words);
}

// Addresses stay text: a mail links only to our own site.
function toQuoteHtml(blocks: readonly Block[]): string {
  return blocks.map(toBlockHtml).join('');
}

function toBlockHtml(block: Block): string {
  if (block.kind === 'paragraph') return element('p', 'quoteText', toInlineHtml(block.children));
  if (block.kind === 'quote') return element('blockquote', 'quoteQuote', toQuoteHtml(block.children));
  if (block.kind === 'code') return element('pre', 'quoteCode', withBreaks(block.text));
  const items = block.items.map((item) => `<li>${toQuoteHtml(item)}</li>`).join('');
  if (block.start === null) return element('ul', 'quoteList', items);
  return `<ol start="${block.start}" class="quoteList" style="${LOOKS.quoteList}">${items}</ol>`;
}

function toInlineHtml(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return withBreaks(inline);
      if (inline.kind === 'code') return element('code', 'quoteMono', withBreaks(inline.text));
      const words = toInlineHtml(inline.children);
      if (inline.kind !== 'link') {
        return inline.kind === 'strong' ? `<strong>${words}</strong>` : `<em>${words}</em>`;
      }
      const address = Bun.escapeHTML(inline.href.replace(/^mailto:/i, ''));
      return words === address ? words : `${words} (${address})`;
    })
    .join('');
}

function withBreaks(text: string): string {
  return Bun.escapeHTML(text).replace(/\r?\n/g, '<br>');
}

function toPrize({ name, from }: { name: string; from: string }): string {
  const star = `<span class="star" style="${LOOKS.star}" aria-hidden="true">★</span>`;
  return element(
    'div',
    'prize',
    element('p', 'prizeName', `${star} ${Bun.escapeHTML(name)}`) +
      element('p', 'prizeFrom', Bun.escapeHTML(from)),
  );
}

function element(tag: string, look: keyof typeof LOOKS, inner: string): string {
  return `<${tag} class="${look}" style="${LOOKS[look]}">${inner}</${tag}>`;
}

function link(look: keyof typeof LOOKS, address: string, text: string): string {
  return `<a class="${look}" style="${LOOKS[look]}" href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(text)}</a>`;
}

function toAddressText(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}
