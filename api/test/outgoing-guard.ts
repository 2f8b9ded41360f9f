import { mock } from 'bun:test';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '../platform/process/loopback.ts';

const refused: string[] = [];

/** The requests that were refused since the last call: their caller may have swallowed the error. */
export const takeRefused = (): string[] => refused.splice(0);

/** Code of the product, which asks others by `api/platform/http/outgoing.ts` alone. */
const PRODUCT = /\/api\/(?!test\/|conformance\/)[^:]+(?<!\.test)\.ts/;

/** Refuses requests that leave this machine, and every request that a library or another part of the product makes. */
function requireOwnLoopback(host: string): void {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const caller = frames.find((frame) => frame.includes('/') && !frame.includes(import.meta.path)) ?? '';
  const problem = caller.includes('/node_modules/')
    ? `A library asked ${host} by itself:${caller}`
    : PRODUCT.test(caller)
      ? `A request to ${host} goes past api/platform/http/outgoing.ts:${caller}`
      : isLoopbackHost(host)
        ? null
        : `A test asked ${host}, which is not this machine:${caller}`;
  if (problem === null) return;
  refused.push(problem);
  throw new Error(problem);
}

type Request = typeof http.request;
type Target = string | URL | http.RequestOptions;

/** Judges the addresses that a request's own lookup finds. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (name, options, found) =>
    lookup(name, options, (error, addresses, family) => {
      const list = typeof addresses === 'string' ? [addresses] : (addresses ?? []).map((one) => one.address);
      const outside = error ? undefined : list.find((address) => !isLoopbackHost(address));
      if (outside === undefined) return found(error, addresses, family);
      refused.push(`A test asked ${name} at ${outside}, which is not this machine`);
      found(new Error(refused.at(-1)), [], 0);
    });
}

function guardRequest(send: Request): Request {
  return ((target: Target, ...rest: unknown[]) => {
    const options = [target, ...rest].find((part) => typeof part === 'object' && !(part instanceof URL));
    const { lookup, hostname, host } = (options ?? {}) as http.RequestOptions;
    const named = typeof target === 'string' || target instanceof URL ? new URL(target).hostname : null;
    if (!lookup) requireOwnLoopback(named ?? hostname ?? host ?? 'localhost');
    const parts = [target, ...rest].map((part) =>
      lookup && part === options ? { ...Object(options), lookup: guardLookup(lookup) } : part,
    );
    return (send as (...parts: unknown[]) => http.ClientRequest)(...parts);
  }) as Request;
}

export function guardOutgoing(): void {
  const { fetch } = globalThis;
  const guarded = async (...[target, options]: Parameters<typeof globalThis.fetch>) => {
    requireOwnLoopback(new URL(target instanceof Request ? target.url : target).hostname);
    return fetch(target, options);
  };
  globalThis.fetch = Object.assign(guarded, { preconnect: fetch.preconnect });
  for (const [name, real] of Object.entries({ http, https })) {
    const calls = { request: guardRequest(real.request), get: guardRequest(real.get) };
    const module = { ...real, ...calls };
    mock.module(`node:${name}`, () => ({ ...module, default: module }));
    mock.module(name, () => ({ ...module, default: module }));
  }
}
