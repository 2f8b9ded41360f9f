import type { CertificateCheck } from '#contract/certificate-check.ts';

const ADDRESS = /^\w+:\/\/[^/]+\/certificates\/([^/?#]+)\/?(?:[?#]|$)/;
const TITLE = '>Certificate | ';
const SHARED_TITLE = 'content="Certificate | ';

export function findCertificateCode({ method, url }: Pick<Request, 'method' | 'url'>): string | null {
  return method === 'GET' ? (ADDRESS.exec(url)?.[1] ?? null) : null;
}

/** Keeps x-forwarded-for, so that the check counts against the visitor's rate limit. */
export function toCertificateCheck({ url, headers }: Request, code: string): Request {
  const forwarded = headers.get('x-forwarded-for');
  return new Request(new URL(`/api/public/certificates/${code}`, url), {
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  });
}

/** Writes holder and title of a genuine certificate into the page, for link previews. */
export async function nameCertificate(page: Response, check: Response): Promise<Response> {
  const found = check.ok ? ((await check.json()) as { data: CertificateCheck }).data : null;
  if (found?.state !== 'genuine' || !found.certificate?.holderName) return page;
  const { holderName, title } = found.certificate;
  const name = escapeHtml(`${holderName}: ${title} | `);
  const html = (await page.text())
    .replace(TITLE, () => `>${name}`)
    .replaceAll(SHARED_TITLE, () => `content="${name}`);
  const headers = new Headers(page.headers);
  // The etag was computed for the built page.
  headers.delete('etag');
  return new Response(html, { status: page.status, headers });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
