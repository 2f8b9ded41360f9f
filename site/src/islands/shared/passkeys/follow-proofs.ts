import type { ERRORS } from '#contract/errors.ts';
import { setProofAsker } from '../http/api.ts';

const ASKING: readonly string[] = ['PROOF_REQUIRED', 'PASSKEY_REQUIRED'] satisfies (keyof typeof ERRORS)[];

/** From now on a call that is refused for want of a proof asks the person for it, in one dialog, and is sent again. */
export function followProofs(): void {
  setProofAsker(async (refusal) => {
    if (!ASKING.includes(refusal.code ?? '')) return false;
    return (await import('./ask-for-proof.tsx')).askForProof(refusal);
  });
}
