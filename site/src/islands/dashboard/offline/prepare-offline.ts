import { WORKER_PATH, WORKER_POLICY, WORKER_SCOPE } from '#contract/offline-worker.ts';

// Lets the first render settle.
const QUIET_MS = 2500;

interface ScriptPolicy {
  createScriptURL(address: string): string;
}
type PolicyMaker = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

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

let policy: ScriptPolicy | undefined;

// Pages require Trusted Types, and the browser refuses a second policy of this name.
function toTrusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH });
  return policy.createScriptURL(address);
}
