import { WORKER_POLICY } from '#contract/offline-worker.ts';

const COMMON: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const PAGE: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
};

// Framed pages run a foreign script, isolated from this origin.
const FRAMED: Readonly<Record<string, string>> = {
  ...PAGE,
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
};

export const FRAMED_FOLDER = 'embed/';

/** Two years; sent over https only. */
export const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A drawing opened by itself is a document, so it is sandboxed. */
export const DRAWING_POLICY = `${CLOSED_POLICY}; style-src 'unsafe-inline'; img-src data:; sandbox`;

export interface PolicySources {
  scripts: string[];
  styles: string[];
  connect: string[];
  images: string[];
  /** True for a page with a frame; only /embed/ can be framed. */
  frames: boolean;
  workers?: boolean;
}

/** The policy of the worker script decides what it may fetch, not the page's. */
export function toWorkerPolicy(connect: string[]): string {
  return joinPolicy([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['connect-src', "'self'", ...connect],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
  ]);
}

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
  /** First the origin of the foreign script, then those it calls. */
  origins: string[];
}

/** `sandbox` without allow-same-origin hides tokens and storage of this site (docs/security.md, deviation b). */
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

export function pageHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...PAGE, 'Content-Security-Policy': policy };
}

export function framedHeaders(policy: string): Record<string, string> {
  return { ...COMMON, ...FRAMED, 'Content-Security-Policy': policy };
}

export const isFramed = (file: string) => file.startsWith(FRAMED_FOLDER);

export function assetHeaders(policy: string): Record<string, string> {
  return { ...COMMON, 'Content-Security-Policy': policy };
}

export function bareHeaders(): Record<string, string> {
  return { ...assetHeaders(CLOSED_POLICY), 'Cache-Control': 'no-store' };
}
