import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { FAVICON_TIMEOUT_MS } from '#contract/constants.ts';
import { toIconHost } from '#contract/favicons.ts';
import { toImageType } from './image-type.ts';
import { createLookup, createNameResolver, type ResolveName } from './name-lookup.ts';

/** An icon is small; whatever is larger is not read to its end. */
export const ICON_MAX_BYTES = 64 * 1024;
const REDIRECTS_MAX = 3;

interface Options {
  /** The operator named this very origin, so it may be inside; everything else has to be public and secure. */
  isTrusted: boolean;
  timeoutMs?: number;
  resolve?: ResolveName;
}

const resolveByMachine = createNameResolver();

/**
 * Fetches a picture, redirects included, within one time limit (FAVICON-02). Null when something else was answered.
 * Throws when no answer came, or when it would have to come from a place that is not public (docs/security.md P30).
 */
export async function fetchImage(
  address: string,
  { isTrusted, timeoutMs = FAVICON_TIMEOUT_MS, resolve = resolveByMachine }: Options,
): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const trusted = isTrusted ? new URL(address).origin : null;
  let url = new URL(address);
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const isPublicOnly = url.origin !== trusted;
    if (isPublicOnly && (url.protocol !== 'https:' || toIconHost(url.href) === null)) {
      throw new Error('Not a public https address');
    }
    const response = await open(url, createLookup(resolve, isPublicOnly), signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      if (!URL.canParse(headers.location, url)) return null;
      url = new URL(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      return null;
    }
    return readImage(response);
  }
  return null;
}

function open(url: URL, lookup: LookupFunction, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = request(url, {
      // No connection is kept: a name is looked at anew for every picture.
      agent: false,
      headers: { accept: 'image/png,image/x-icon,image/*;q=0.8', 'accept-encoding': 'identity' },
      signal,
      lookup,
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end();
  });
}

async function readImage(response: IncomingMessage): Promise<Uint8Array | null> {
  if (Number(response.headers['content-length'] ?? 0) > ICON_MAX_BYTES) {
    response.destroy();
    return null;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > ICON_MAX_BYTES) return null;
    parts.push(part);
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  return toImageType(bytes) ? bytes : null;
}
