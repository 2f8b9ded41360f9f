import { useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  PROOFS,
  type Proof,
  type ProofBody,
  type ProofOptions,
  proveIdentity,
  startProof,
} from '#contract/passkeys.ts';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { Loading, Skeleton } from '#site/islands/ui/Skeleton.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { FormFailure } from '../form/FormFailure.tsx';
import { createForm, UNEXPECTED_FAILURE } from '../form/form.ts';
import { useForm } from '../form/use-form.ts';
import { ApiFailure, callApi, toMessage } from '../http/api.ts';
import { browserHeader } from '../http/browser-secret.ts';
import { canUsePasskeys } from './passkey-host.ts';

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

/** prove: a fresh proof; use: a passkey in this session; add: register a passkey first. */
type MissingStep = 'prove' | 'use' | 'add';

interface Props {
  step: MissingStep;
  /** Proofs that the API accepts; the account may lack some. */
  wanted: readonly Proof[];
  onEnd: (isProven: boolean) => void;
}

const WORDS: Record<MissingStep, { title: string; description: string }> = {
  prove: {
    title: 'Confirm that it is you',
    description: "You won't be asked again for five minutes on this device.",
  },
  use: {
    title: 'Use your passkey',
    description: 'Work as staff needs a passkey here. Once is enough until you sign out.',
  },
  add: {
    title: 'Add a passkey first',
    description: 'Work as staff needs a passkey here: your fingerprint, your face, a PIN or a security key.',
  },
};

function ProofDialog({ step, wanted, onEnd }: Props) {
  return (
    <Dialog
      open
      size="small"
      {...WORDS[step]}
      onClose={() => onEnd(false)}
      actions={<Actions step={step} onEnd={onEnd} />}
    >
      {step === 'add' ? null : <Ways wanted={wanted} onProven={() => onEnd(true)} />}
    </Dialog>
  );
}

function Actions({ step, onEnd }: Omit<Props, 'wanted'>) {
  return (
    <>
      <Button variant="secondary" onClick={() => onEnd(false)}>
        {step === 'add' ? 'Not now' : 'Cancel'}
      </Button>
      {step === 'add' ? (
        <ButtonLink href="/dashboard/profile#passkeys" data-first-focus>
          Go to your passkeys
        </ButtonLink>
      ) : null}
    </>
  );
}

function Ways({ wanted, onProven }: Pick<Props, 'wanted'> & { onProven: () => void }) {
  const [ways, setWays] = useState<ProofOptions | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [hasLost, setHasLost] = useState(false);
  const load = () => {
    setFailure(null);
    callApi(startProof).then(setWays, (error) => setFailure(toMessage(error, UNEXPECTED_FAILURE)));
  };
  useEffect(load, []);
  // The options load after the dialog has already focused its close button.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = hasLost ? 'form:last-of-type input' : 'button, input';
    if (ways) box.current?.querySelector<HTMLElement>(first)?.focus();
  }, [ways, hasLost]);
  if (failure) {
    return (
      <div className="grid gap-4">
        <FormFailure>{failure}</FormFailure>
        <Button variant="secondary" onClick={load}>
          Try again
        </Button>
      </div>
    );
  }
  if (!ways) {
    return (
      <Loading label="One moment..." className="grid gap-4">
        <Skeleton className="h-12" />
      </Loading>
    );
  }
  const accepts = (proof: Proof) => ways.accepts.includes(proof) && wanted.includes(proof);
  const byPasskey = accepts('PASSKEY') && canUsePasskeys();
  return (
    <div ref={box} className="grid gap-5">
      {byPasskey ? <PasskeyWay onProven={onProven} /> : null}
      {accepts('PASSWORD') ? <SecretForm kind="password" isMain={!byPasskey} onProven={onProven} /> : null}
      {accepts('RECOVERY_CODE') && hasLost ? (
        <SecretForm kind="recoveryCode" isMain={!byPasskey} onProven={onProven} />
      ) : null}
      {accepts('RECOVERY_CODE') && !hasLost ? (
        <button type="button" className="link justify-self-start text-sm" onClick={() => setHasLost(true)}>
          Use a recovery code instead
        </button>
      ) : null}
      {accepts('PASSWORD') || accepts('RECOVERY_CODE') ? null : (
        <p className="text-sm text-muted">
          No passkey at hand, and no recovery code left? Ask a Grand Pathfinder to remove your passkeys.
        </p>
      )}
    </div>
  );
}

// Requests the WebAuthn options on click, because they expire while the dialog is open.
function PasskeyWay({ onProven }: { onProven: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const use = async () => {
    setBusy(true);
    setFailure(null);
    const browser = await import('./browser-passkeys.ts').catch(() => null);
    try {
      const { options } = await callApi(startProof);
      const credential = await browser?.requestPasskey(options ?? {});
      if (!credential) throw new Error();
      await callApi(proveIdentity, { body: { credential } });
      onProven();
    } catch (error) {
      setFailure(browser?.toPasskeyMessage(error) ?? toMessage(error, UNEXPECTED_FAILURE));
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-4">
      <FormFailure>{failure}</FormFailure>
      <Button wide onClick={() => void use()} busy={busy} busyLabel="Waiting for your passkey…">
        Use a passkey
      </Button>
    </div>
  );
}

const SECRETS = {
  password: { label: 'Password', empty: 'Password is required', button: 'Confirm with password' },
  recoveryCode: { label: 'Recovery code', empty: 'Recovery code is required', button: 'Use recovery code' },
} as const;

interface SecretProps {
  kind: keyof typeof SECRETS;
  isMain: boolean;
  onProven: () => void;
}

function SecretForm({ kind, isMain, onProven }: SecretProps) {
  const words = SECRETS[kind];
  const id = useId();
  const [form] = useState(() =>
    createForm<{ secret: string }>({
      initial: { secret: '' },
      validate: ({ secret }) => (secret.trim() ? {} : { secret: words.empty }),
      submit: async ({ secret }) => {
        await callApi(proveIdentity, { body: { [kind]: secret } as ProofBody, headers: browserHeader() });
        onProven();
        return 'leaving';
      },
    }),
  );
  const { errors, failure, busy, formProps, bind } = useForm(form);
  return (
    <form id={id} {...formProps} className="grid gap-4">
      <FormFailure>{failure}</FormFailure>
      <Field
        label={words.label}
        error={errors.secret}
        hint={
          kind === 'password' ? undefined : 'Each is good once. You are signed out on every other device.'
        }
        required
      >
        {kind === 'password' ? (
          <PasswordInput {...bind('secret')} autoComplete="current-password" />
        ) : (
          <TextInput {...bind('secret')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        )}
      </Field>
      <Button type="submit" wide variant={isMain ? 'primary' : 'secondary'} busy={busy} busyLabel="Checking…">
        {words.button}
      </Button>
    </form>
  );
}
