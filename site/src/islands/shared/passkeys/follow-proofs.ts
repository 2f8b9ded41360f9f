import type { ERRORS } from '#contract/errors.ts';
import { setProofAsker } from '../http/api.ts';

const ASKING: readonly string[] = ['PROOF_REQUIRED', 'PASSKEY_REQUIRED'] satisfies (keyof typeof ERRORS)[];

/** From now on calls that need a proof of the person ask for it, in one dialog. */
export function followProofs(): void {
  setProofAsker({
    repair: async (refusal) => {
      if (!ASKING.includes(refusal.code ?? '')) return false;
      return (await import('./ask-for-proof.tsx')).askForProof(refusal);
    },
    prove: async () => (await import('./ask-for-proof.tsx')).proveFirst(),
  });
}
