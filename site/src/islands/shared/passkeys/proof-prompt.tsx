import { createRoot } from 'react-dom/client';
import { PROOFS, startProof } from '#contract/passkeys.ts';
import { ApiFailure, callApi } from '../http/api.ts';
import { type MissingStep, ProofDialog } from './ProofDialog.tsx';

let asking: Promise<boolean> | null = null;
let wasDeclined = false;

/**
 * One dialog for all waiting calls. After the user declines, only calls caused by a click ask again, because a polling
 * screen would ask forever.
 */
export function promptForProof(refusal: ApiFailure): Promise<boolean> {
  if (wasDeclined && navigator.userActivation?.isActive === false) return Promise.resolve(false);
  asking ??= open(refusal).finally(() => {
    asking = null;
  });
  return asking;
}

/** Asks before the call; throws the API's refusal if the user declines. */
export async function requireFreshProof(): Promise<void> {
  const { isFresh, accepts } = await callApi(startProof);
  if (isFresh) return;
  const refusal = new ApiFailure({
    kind: 'refused',
    status: 403,
    message: 'Please confirm that it is you, then try again',
    reply: { code: 'PROOF_REQUIRED', accepts },
  });
  if (!(await promptForProof(refusal))) throw refusal;
}

function toStep({ code, reply }: ApiFailure): MissingStep {
  if (code === 'PROOF_REQUIRED') return 'prove';
  return reply?.step === 'ADD_PASSKEY' ? 'add' : 'use';
}

function open(refusal: ApiFailure): Promise<boolean> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  return new Promise((resolve) => {
    const end = (isProven: boolean) => {
      wasDeclined = !isProven;
      root.unmount();
      host.remove();
      resolve(isProven);
    };
    const wanted = refusal.reply?.accepts;
    root.render(
      <ProofDialog step={toStep(refusal)} wanted={Array.isArray(wanted) ? wanted : PROOFS} onEnd={end} />,
    );
  });
}
