import { WORKER_POLICY } from '#contract/offline-worker.ts';

/** Security headers of everything served, whatever its status (docs/security.md P33, P34). */

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

/** Pages that may be framed by this site, and run a script of somebody else: they are cut off from everything ours. */
const FRAMED: Readonly<Record<string, string>> = {
  ...PAGE,
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
};

/** Where those pages lie; see site/src/pages/embed. */
export const FRAMED_FOLDER = 'embed/';

/** Two years; only ever sent over https, where the browser heeds it. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** The policy of what is not a page, such as a refusal, a script or a picture: opened by itself, it may load nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * A drawing opened by itself is a document: cut off from this origin and without scripts, with its own styles and
 * embedded pictures alone.
 */
export const DRAWING_POLICY = `${CLOSED_POLICY}; style-src 'unsafe-inline'; img-src data:; sandbox`;

export interface PolicySources {
  /** 'sha256-…' of each inline script of the page. */
  scripts: string[];
  /** 'sha256-…' of each inline style element of the page. */
  styles: string[];
  /** Origins that islands call besides our own. */
  connect: string[];
  /** Origins that pictures may come from besides our own. */
  images: string[];
  /** True for a page that holds a frame; only /embed/ lets itself be framed. */
  frames: boolean;
  /** True for a page that puts the offline worker in place. */
  workers?: boolean;
}

/** The policy of the offline worker: what it may ask for is decided by its own answer, not by the page that starts it. */
export function toWorkerPolicy(connect: string[]): string {
  return joinPolicy([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['connect-src', "'self'", ...connect],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ]);
}

/** The content security policy of one page (docs/security.md P34). */
export function toPolicy({
  scripts,
  styles,
  connect,
  images,
  frames,
  workers = false,
}: PolicySources): string {
  return joinPolicy([
    ['default-src', "'none'"],
    ['script-src', "'self'", ...quoted(scripts)],
    ['style-src', "'self'", ...quoted(styles)],
    ['img-src', "'self'", 'data:', 'blob:', ...images],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...connect],
    ['manifest-src', "'self'"],
    ['worker-src', workers ? "'self'" : "'none'"],
    ['frame-src', frames ? "'self'" : "'none'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', workers ? WORKER_POLICY : "'none'"],
  ]);
}

export interface FramedSources extends Pick<PolicySources, 'scripts' | 'styles'> {
  /** Origins that the page's foreign script comes from, the first one, and talks to. */
  origins: string[];
}

/**
 * The policy of a page below /embed/. `sandbox` without allow-same-origin gives it an origin of its own, whichever
 * way it was opened: it can read neither the tokens nor anything else this site keeps (docs/security.md, deviation b).
 */
export function toFramedPolicy({ scripts, styles, origins }: FramedSources): string {
  return joinPolicy([
    ['sandbox', 'allow-scripts', 'allow-popups'],
    ['default-src', "'none'"],
    ['script-src', ...quoted(scripts), ...origins.slice(0, 1)],
    ['style-src', ...quoted(styles), ...origins.slice(0, 1)],
    ['img-src', 'data:', ...origins],
    ['connect-src', ...origins],
    ['frame-src', ...origins],
    ['form-action', "'none'"],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', "'self'"],
  ]);
}

const quoted = (hashes: string[]) => hashes.map((hash) => `'${hash}'`);
const joinPolicy = (directives: string[][]) => directives.map((directive) => directive.join(' ')).join('; ');

/** Headers of a page with its policy. */
export function pageHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...PAGE, 'Content-Security-Policy': policy };
}

/** Headers of a page below /embed/ with its policy. */
export function framedHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...FRAMED, 'Content-Security-Policy': policy };
}

/** True for a page that may be framed; `file` is a path below dist/. */
export const isFramed = (file: string) => file.startsWith(FRAMED_FOLDER);

/** Headers of any other file with its policy. */
export function assetHeaders(policy: string): Record<string, string> {
  return { ...COMMON, 'Content-Security-Policy': policy };
}

/** Headers of an answer made without a file: redirects and refusals. */
export function bareHeaders(): Record<string, string> {
  return { ...assetHeaders(CLOSED_POLICY), 'Cache-Control': 'no-store' };
}
