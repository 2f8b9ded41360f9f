import type { ERRORS } from '#contract/errors.ts';
import { setProofPrompt } from '../http/api.ts';

const PROMPTING_CODES: readonly string[] = [
  'PROOF_REQUIRED',
  'PASSKEY_REQUIRED',
] satisfies (keyof typeof ERRORS)[];

const load = () => import('./proof-prompt.tsx');

export function enableProofPrompt(): void {
  setProofPrompt({
    repair: async (refusal) =>
      PROMPTING_CODES.includes(refusal.code ?? '') && (await load()).promptForProof(refusal),
    prove: async () => (await load()).requireFreshProof(),
  });
}
