import { WORKER_POLICY } from '#contract/offline-worker.ts';

/** On every reply (docs/security.md P33, P34). */

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** For pages only. */
const PAGE: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
};

/** Framed pages run a foreign script and are cut off from this origin. */
const FRAMED: Readonly<Record<string, string>> = {
  ...PAGE,
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
};

/** Where those pages lie; see site/src/pages/embed. */
export const FRAMED_FOLDER = 'embed/';

/** Two years; sent over https only. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

/** For anything but pages: loads nothing. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A drawing opened by itself is a document: without scripts, cut off from this origin. */
export const DRAWING_POLICY = `${CLOSED_POLICY}; style-src 'unsafe-inline'; img-src data:; sandbox`;

export interface PolicySources {
  /** 'sha256-…' of each inline script of the page. */
  scripts: string[];
  /** 'sha256-…' of each inline style element. */
  styles: string[];
  /** Origins that islands call besides our own. */
  connect: string[];
  /** Other origins of pictures. */
  images: string[];
  /** True for a page with a frame; only /embed/ may be framed. */
  frames: boolean;
  /** True for a page that registers the offline worker. */
  workers?: boolean;
}

/** The worker's own answer decides what it may fetch, not the page that starts it. */
export function toWorkerPolicy(connect: string[]): string {
  return joinPolicy([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['connect-src', "'self'", ...connect],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ]);
}

/** Content security policy of one page (docs/security.md P34). */
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
  /** Origins of the foreign script (first) and of its requests. */
  origins: string[];
}

/**
 * Policy of pages below /embed/. `sandbox` without allow-same-origin hides tokens and storage of this site from them
 * (docs/security.md, deviation b).
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

export function framedHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...FRAMED, 'Content-Security-Policy': policy };
}

/** `file` is a path below dist/. */
export const isFramed = (file: string) => file.startsWith(FRAMED_FOLDER);

/** Headers of any other file with its policy. */
export function assetHeaders(policy: string): Record<string, string> {
  return { ...COMMON, 'Content-Security-Policy': policy };
}

/** For redirects and refusals. */
export function bareHeaders(): Record<string, string> {
  return { ...assetHeaders(CLOSED_POLICY), 'Cache-Control': 'no-store' };
}
