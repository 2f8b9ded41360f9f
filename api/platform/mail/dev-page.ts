import { product } from '../process/product.ts';

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

export function toDevHtml(html: string, policy: string): Response {
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
