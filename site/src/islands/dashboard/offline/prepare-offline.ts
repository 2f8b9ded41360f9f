import { WORKER_PATH, WORKER_SCOPE } from '#contract/offline-worker.ts';

/** After the first view has settled: the worker must not take bytes or time from it. */
const QUIET_MS = 2500;

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
type PolicyMaker = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

/** Puts the worker in place that opens the area without a connection; returns how to call it off. */
export function prepareOfflineSoon(): () => void {
  const timer = setTimeout(registerWorker, QUIET_MS);
  return () => clearTimeout(timer);
}

function registerWorker(): void {
  const workers = globalThis.navigator?.serviceWorker;
  if (!workers || import.meta.env.DEV || import.meta.env.PUBLIC_OFFLINE_WORKER === 'off') return;
  workers
    .register(toTrusted(WORKER_PATH), { scope: WORKER_SCOPE, updateViaCache: 'none' })
    .catch(() => undefined);
}

/** The pages demand trusted addresses for scripts; this is the only one that is ever made. */
function toTrusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  if (!trustedTypes) return address;
  const policy = trustedTypes.createPolicy('offline-worker', { createScriptURL: () => WORKER_PATH });
  return policy.createScriptURL(address);
}
