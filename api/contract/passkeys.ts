import * as z from 'zod/mini';
import { login } from './auth.ts';
import { defineCall } from './call.ts';
import { NAME_MAX_LENGTH, REASON_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { NullableText, optionalText } from './shared.ts';
import { lengthOf } from './text.ts';

// Passkeys, recovery codes and fresh proof (docs/decisions/0038). An account without a passkey needs none of these
// calls.

export const PASSKEYS_MAX = 20;
export const RECOVERY_CODES = 10;
/** Lifetime of a fresh proof, and of a challenge. */
export const PROOF_MINUTES = 5;

export const PASSKEY_ERRORS = defineErrors({
  // The same answer for every fault, so that nobody can probe for accounts or passkeys.
  PASSKEY_REFUSED: { status: 401, text: 'This passkey was not accepted' },
  // 400, not 401: the session is valid, and a 401 would make clients refresh and retry.
  PASSKEY_NOT_ADDED: { status: 400, text: 'This passkey could not be added. Please try again.' },
  PASSKEY_WRONG: { status: 400, text: 'This passkey was not accepted' },
  RECOVERY_CODE_WRONG: { status: 400, text: 'This recovery code is not valid' },
  PASSKEYS_UNAVAILABLE: { status: 409, text: 'Passkeys cannot be used at this address' },
  PASSKEYS_FULL: { status: 409, text: `You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.` },
  PASSKEY_NOT_FOUND: { status: 404, text: 'Passkey not found' },
  PASSKEY_MISSING: { status: 409, text: 'Add a passkey first' },
  LAST_PASSKEY: {
    status: 409,
    text: 'Staff need a passkey here. Add another one before you remove this one.',
  },
  OWN_PASSKEYS: { status: 400, text: 'Remove your own passkeys in your account settings' },
  USER_NOT_FOUND: { status: 404, text: 'User not found' },
});

/** A RECOVERY_CODE replaces a lost passkey once. */
export const PROOFS = ['PASSKEY', 'PASSWORD', 'RECOVERY_CODE'] as const;
export type Proof = (typeof PROOFS)[number];

// JSON of the browser's WebAuthn call (WebAuthn level 3, 5.1.8), passed to the library unparsed.
const BrowserOptions = z.record(z.string(), z.unknown());
const CREDENTIAL_WORDS = 'The answer of the passkey is required';
// Strict, because base64 decoders treat other characters differently (docs/security.md P55).
const Base64Url = z
  .string({ error: CREDENTIAL_WORDS })
  .check(z.regex(/^[\w-]+$/, { error: CREDENTIAL_WORDS }));
const Credential = z.looseObject(
  {
    id: Base64Url,
    rawId: Base64Url,
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: Base64Url, attestationObject: z.optional(Base64Url) }),
  },
  { error: CREDENTIAL_WORDS },
);
export type Credential = z.infer<typeof Credential>;

const PasskeyName = z.pipe(
  z.pipe(
    z.string({ error: 'Name is required' }),
    z.transform((value) => value.trim()),
  ),
  z.string().check(
    z.refine((value) => value.length > 0, { error: 'Name is required', abort: true }),
    z.refine((value) => lengthOf(value) <= NAME_MAX_LENGTH, {
      error: `Name must be at most ${NAME_MAX_LENGTH} characters long`,
    }),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), { error: 'Name is not valid text' }),
  ),
);

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** True for a passkey that its provider syncs between devices. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: NullableText,
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyOverview = z.object({
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** False when the site's address does not allow passkeys. */
  isAvailable: z.boolean(),
  isRequired: z.boolean(),
  /** YYYY-MM-DD; null without a date, after it, or for accounts that are not staff. */
  requiredFrom: NullableText,
});
export type PasskeyOverview = z.infer<typeof PasskeyOverview>;

export const listPasskeys = defineCall('listPasskeys', {
  route: 'GET /users/me/passkeys',
  access: 'any',
  summary: 'The own passkeys, and how many recovery codes are left',
  data: PasskeyOverview,
});

export const startPasskey = defineCall('startPasskey', {
  route: 'POST /users/me/passkeys/options',
  access: 'any',
  proof: 'always',
  summary: 'What the browser needs to make a passkey; good for five minutes',
  data: BrowserOptions,
});

export const addPasskey = defineCall('addPasskey', {
  route: 'POST /users/me/passkeys',
  access: 'any',
  summary: 'Keep the passkey that the browser made',
  status: 201,
  body: z.object({ name: PasskeyName, credential: Credential }),
  data: z.object({ passkey: Passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
});

export const renamePasskey = defineCall('renamePasskey', {
  route: 'PUT /users/me/passkeys/:id',
  access: 'any',
  summary: 'Give a passkey another name',
  body: z.object({ name: PasskeyName }),
  data: Passkey,
});

export const removePasskey = defineCall('removePasskey', {
  route: 'DELETE /users/me/passkeys/:id',
  access: 'any',
  proof: 'always',
  summary: 'Remove a passkey',
  message: 'Passkey removed',
});

export const replaceRecoveryCodes = defineCall('replaceRecoveryCodes', {
  route: 'POST /users/me/recovery-codes',
  access: 'any',
  proof: 'always',
  summary: 'New recovery codes; earlier ones are void',
  status: 201,
  data: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const ProofOptions = z.object({
  /** True when a call that needs a proof would pass now. */
  isFresh: z.boolean(),
  accepts: z.array(z.enum(PROOFS)),
  options: z.nullable(BrowserOptions),
});
export type ProofOptions = z.infer<typeof ProofOptions>;

export const startProof = defineCall('startProof', {
  route: 'POST /users/me/proof/options',
  access: 'any',
  summary: 'How the person can prove who they are; good for five minutes',
  data: ProofOptions,
});

const NO_PROOF = 'Send one of credential, password and recoveryCode';
export const ProofBody = z
  .object({
    credential: z.optional(Credential),
    password: z.optional(z.string({ error: NO_PROOF })),
    recoveryCode: z.optional(z.string({ error: NO_PROOF })),
  })
  .check(
    z.refine(
      ({ credential, password, recoveryCode }) =>
        [credential, password, recoveryCode].filter((proof) => proof !== undefined).length === 1,
      { error: NO_PROOF },
    ),
  );
export type ProofBody = z.infer<typeof ProofBody>;

/** A recovery code is used up and ends all other sessions. */
export const proveIdentity = defineCall('proveIdentity', {
  route: 'POST /users/me/proof',
  access: 'any',
  summary: 'Prove who one is, for what asks for it in the next five minutes',
  body: ProofBody,
  data: z.object({ provenUntil: z.string() }),
});

export const startPasskeyLogin = defineCall('startPasskeyLogin', {
  route: 'POST /auth/passkey/options',
  access: 'public',
  summary: 'What the browser needs to sign in with a passkey; good for five minutes',
  data: BrowserOptions,
});

export const loginWithPasskey = defineCall('loginWithPasskey', {
  route: 'POST /auth/passkey/login',
  access: 'public',
  summary: 'Sign in with a passkey',
  body: z.object({ credential: Credential }),
  data: login.data,
});

export const resetPasskeys = defineCall('resetPasskeys', {
  route: 'DELETE /admin/users/:userId/passkeys',
  access: 'grand',
  proof: 'always',
  summary: "Remove another account's passkeys and recovery codes, for somebody who lost them all",
  body: z.object({ reason: optionalText({ field: 'Reason', max: REASON_MAX_LENGTH }) }),
  data: z.object({ removedCount: z.number() }),
});
