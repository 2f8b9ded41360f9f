import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { envelope } from '../../platform/http/reply.ts';
import { requestIdOf } from '../../platform/http/request-info.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { product } from '../../platform/process/product.ts';
import { toOpenApi } from './openapi.ts';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

// Swagger UI writes HTML strings, which Trusted Types refuse. The sandbox without allow-same-origin gives the page no
// tokens and no storage.
const PAGE_POLICY =
  "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

// The document is inlined, because the sandboxed page may not fetch.
const toStartScript = (document: string) => `window.addEventListener('load', () => {
  const none = () => () => null;
  SwaggerUIBundle({
    spec: ${document},
    dom_id: '#docs', deepLinking: false, validatorUrl: null, supportedSubmitMethods: [],
    plugins: [{ wrapComponents: { authorizeBtn: none, authorizeOperationBtn: none } }],
  });
});`;

export function docsRoutes(router: ApiRouter): void {
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const headers = (type: string, policy = FILE_POLICY) => ({
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy,
  });
  let known: string | undefined;
  const findDocument = () => {
    known ??= JSON.stringify(toOpenApi(router.calls));
    return known;
  };

  router.get(
    '/api/docs',
    () => new Response(toPage(), { headers: headers('text/html; charset=utf-8', PAGE_POLICY) }),
  );
  router.get(
    '/api/docs/openapi.json',
    () => new Response(findDocument(), { headers: headers('application/json; charset=utf-8') }),
  );
  router.get(
    '/api/docs/start.js',
    () => new Response(toStartScript(findDocument()), { headers: headers('text/javascript; charset=utf-8') }),
  );
  router.get('/api/docs/assets/:name', async ({ params, request }) => {
    const type = ASSETS[params.name as keyof typeof ASSETS];
    if (!type) return envelope(404, { success: false, error: 'Route not found' }, requestIdOf(request));
    const file = await readFile(join(folder, params.name));
    return new Response(new Uint8Array(file), {
      headers: { ...headers(type), 'cache-control': 'max-age=86400' },
    });
  });
}

function toPage(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>API | ${Bun.escapeHTML(product.name)}</title><link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><main id="docs"><p>Every call is listed in <a href="/api/docs/openapi.json">the OpenAPI document</a>.</p></main>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script>
</body></html>`;
}
