import { product } from '../../product.ts';

/** One message in both forms. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

interface Paragraphs {
  subject: string;
  name: string;
  /** Shown large, on its own; a six-digit code. */
  code?: string;
  paragraphs: string[];
}

/** Builds a message in plain text and in HTML from the same words; the HTML follows the reader's colour scheme. */
export function toMessage({ subject, name, code, paragraphs }: Paragraphs): MailMessage {
  const greeting = `Hello ${name},`;
  const signature = `The ${product.name} team`;
  const text = [greeting, ...(code ? [code] : []), ...paragraphs, signature].join('\n\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
<style>
body{margin:0;padding:24px;font:16px/1.6 system-ui,sans-serif;background:#fffdf5;color:#14130f}
main{max-width:520px;margin:0 auto}
.brand{font-weight:700;font-size:18px}
.code{font:700 34px/1.2 ui-monospace,monospace;letter-spacing:.2em;padding:16px 20px;margin:20px 0;display:inline-block;background:#ffde59;color:#14130f;border-radius:10px}
@media (prefers-color-scheme:dark){body{background:#14130f;color:#f6f1e1}}
</style></head><body><main>
<p class="brand">${escapeHtml(product.name)}</p>
<p>${escapeHtml(greeting)}</p>
${code ? `<p class="code">${escapeHtml(code)}</p>` : ''}
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<p>${escapeHtml(signature)}</p>
</main></body></html>`;
  return { subject, text, html };
}

/** Text made safe between tags and in attributes. */
export function escapeHtml(text: string): string {
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
