/** Security headers of everything served, whatever its status (security P33, P34). */

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Sent with pages only; a script or a picture has no window and asks for no permission. */
const PAGE: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
};

/** Two years; only ever sent over https, where the browser heeds it. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** The policy of an answer that is not a page: it may load nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

export interface PolicySources {
  /** 'sha256-…' of each inline script of the page. */
  scripts: string[];
  /** 'sha256-…' of each inline style element of the page. */
  styles: string[];
  /** Origins that islands call besides our own. */
  connect: string[];
  /** Origins that pictures may come from besides our own. */
  images: string[];
}

/** The content security policy of one page (security P34). */
export function toPolicy({ scripts, styles, connect, images }: PolicySources): string {
  const quoted = (hashes: string[]) => hashes.map((hash) => `'${hash}'`);
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...quoted(scripts)],
    ['style-src', "'self'", ...quoted(styles)],
    ['img-src', "'self'", 'data:', 'blob:', ...images],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...connect],
    ['manifest-src', "'self'"],
    ['frame-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** Headers of a page with its policy. */
export function pageHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...PAGE, 'Content-Security-Policy': policy };
}

/** Headers of any other file. */
export function assetHeaders(): Record<string, string> {
  return { ...COMMON };
}

/** Headers of an answer made without a file: redirects and refusals. */
export function bareHeaders(): Record<string, string> {
  return { ...COMMON, 'Content-Security-Policy': CLOSED_POLICY, 'Cache-Control': 'no-store' };
}
