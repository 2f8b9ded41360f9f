import type { ERRORS } from '#contract/errors.ts';
import { setProofAsker } from '../http/api.ts';

const ASKING: readonly string[] = ['PROOF_REQUIRED', 'PASSKEY_REQUIRED'] satisfies (keyof typeof ERRORS)[];

const load = () => import('./ask-for-proof.tsx');

export function followProofs(): void {
  setProofAsker({
    repair: async (refusal) => ASKING.includes(refusal.code ?? '') && (await load()).askForProof(refusal),
    prove: async () => (await load()).proveFirst(),
  });
}
