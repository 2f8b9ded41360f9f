import type { CertificateCheck } from '#contract/certificate-check.ts';

/** One certificate's page, which is built once for all of them. */
const ADDRESS = /^\w+:\/\/[^/]+\/certificates\/([^/?#]+)\/?(?:[?#]|$)/;
const TITLE = '>Certificate | ';
const SHARED_TITLE = 'content="Certificate | ';

/** The code in the address of a certificate's page, as it was sent; null for every other address. */
export function findCertificateCode({ method, url }: Pick<Request, 'method' | 'url'>): string | null {
  return method === 'GET' ? (ADDRESS.exec(url)?.[1] ?? null) : null;
}

/** The public check of a certificate, counted for the address that a proxy names as the visitor's. */
export function toCertificateCheck({ url, headers }: Request, code: string): Request {
  const forwarded = headers.get('x-forwarded-for');
  return new Request(new URL(`/api/public/certificates/${code}`, url), {
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  });
}

/**
 * The page with holder and title of a genuine certificate where previews of a shared link look for them. `check` is what
 * the public check says; after a refusal, and for what is not genuine, the page stays as it was built.
 */
export async function nameCertificate(page: Response, check: Response): Promise<Response> {
  const found = check.ok ? ((await check.json()) as { data: CertificateCheck }).data : null;
  if (found?.state !== 'genuine' || !found.certificate?.holderName) return page;
  const { holderName, title } = found.certificate;
  const name = escapeHtml(`${holderName}: ${title} | `);
  const html = (await page.text())
    .replace(TITLE, () => `>${name}`)
    .replaceAll(SHARED_TITLE, () => `content="${name}`);
  const headers = new Headers(page.headers);
  // The tag is that of the page as it was built.
  headers.delete('etag');
  return new Response(html, { status: page.status, headers });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
