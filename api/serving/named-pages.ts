import type { CertificateCheck } from '#contract/certificate-check.ts';
import type { PublicProfile } from '#contract/public-profile.ts';

/** Writes what a public call answers into the head of a built page that many addresses share, for link previews. */
type WriteHead = (page: Response, reply: Response) => Promise<Response>;

const ADDRESS = /^\w+:\/\/[^/]+\/(certificates|people)\/([^/?#]+)\/?(?:[?#]|$)/;

/** `ask` keeps x-forwarded-for, so that the call counts against the visitor's rate limit. */
export function findNamedPage(request: Request): { ask: Request; write: WriteHead } | null {
  const { method, url, headers } = request;
  const [, folder, name] = ADDRESS.exec(url) ?? [];
  if (!folder || (method !== 'GET' && method !== 'HEAD')) return null;
  const forwarded = headers.get('x-forwarded-for');
  const ask = new Request(new URL(`/api/public/${folder}/${name}`, url), {
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  });
  return { ask, write: folder === 'people' ? namePerson : nameCertificate };
}

/** Holder and title, if the certificate is genuine. */
export async function nameCertificate(page: Response, reply: Response): Promise<Response> {
  const found = reply.ok ? ((await reply.json()) as { data: CertificateCheck }).data : null;
  if (found?.state !== 'genuine' || !found.certificate?.holderName) return page;
  const { holderName, title } = found.certificate;
  return rewrite(page, { title: `${holderName}: ${title}` });
}

/** 404 without a public page. Robots may list it only where its owner wishes. */
export async function namePerson(page: Response, reply: Response): Promise<Response> {
  if (reply.status === 404) return rewrite(page, {}, 404);
  if (!reply.ok) return page;
  const { name, about, isIndexed } = ((await reply.json()) as { data: PublicProfile }).data;
  return rewrite(page, { title: name, description: about, isIndexed });
}

interface Head {
  title?: string | null;
  description?: string | null;
  isIndexed?: boolean;
}

const NOINDEX = '<meta name="robots" content="noindex">';
const TITLE = /(<title>|content=")(?:Certificate|A member) \| /g;
const DESCRIPTION = /(<meta (?:name|property)="(?:og:)?description" content=")[^"]*/g;

async function rewrite(page: Response, { title, description, isIndexed }: Head, status = page.status) {
  let html = await page.text();
  if (title) html = html.replace(TITLE, (_, before: string) => `${before}${escapeHtml(title)} | `);
  if (description) {
    html = html.replace(DESCRIPTION, (_, before: string) => `${before}${escapeHtml(description)}`);
  }
  const headers = new Headers(page.headers);
  // The etag was computed for the built page.
  headers.delete('etag');
  if (isIndexed) html = html.replace(NOINDEX, '');
  else headers.set('x-robots-tag', 'noindex');
  return new Response(html, { status, headers });
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
