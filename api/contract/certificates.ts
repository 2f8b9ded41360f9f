import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CERTIFICATE_KINDS, CERTIFICATE_STATES, Paper } from './certificate-check.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Id, Moment, NullableText, PageQuery, Pagination, requiredText } from './shared.ts';
import { cleanPrintedName, cleanProse, lengthOf } from './text.ts';

export const REVOCATION_REASON_MIN_LENGTH = 3;
export const REVOCATION_REASON_MAX_LENGTH = 500;
export const CERTIFICATES_PAGE_SIZE = 50;

/**
 * The pace of a league that staff look at before its certificate is issued: at least so many resources ticked, all of
 * them, or more than half over several topics, with less between two ticks on average than as many seconds as resources
 * were ticked, within these bounds.
 */
export const PACE = { resourcesMin: 10, secondsEachMin: 20, secondsEachMax: 60 } as const;
export const APPEAL_MAX_LENGTH = 1000;
/** Requests of both kinds on a page of the staff list. */
export const CERTIFICATE_REQUESTS_PAGE_SIZE = 20;

/** Refusals of the certificate calls; they are beyond the agreed contract. */
export const CERTIFICATE_ERRORS = defineErrors({
  CERTIFICATE_NOT_FOUND: { status: 404, text: 'Certificate not found' },
  CERTIFICATE_REVOKED: { status: 409, text: 'Certificate is already revoked' },
  CERTIFICATE_NOT_REVOKED: { status: 409, text: 'Certificate is not revoked' },
  CERTIFICATE_ERASED: { status: 409, text: 'The account of the holder was deleted' },
  OWN_CERTIFICATE: { status: 400, text: 'Cannot decide about your own certificate' },
  OWN_CERTIFICATE_REVOKED: { status: 409, text: 'A revoked certificate cannot be changed' },
  NAME_CHANGE_OPEN: { status: 409, text: 'A name change of this certificate is being looked at' },
  NAME_UNCHANGED: { status: 400, text: 'The certificate carries this name already' },
  NAME_CHANGE_NOT_FOUND: { status: 404, text: 'Name change not found' },
  NAME_CHANGE_DECIDED: { status: 409, text: 'The name change was decided already' },
  HOLD_NOT_FOUND: { status: 404, text: 'Held certificate not found' },
  HOLD_DECIDED: { status: 409, text: 'The certificate was decided about already' },
  APPEAL_REFUSED: { status: 409, text: 'Nothing can be appealed against here' },
  APPEAL_BY_DECIDER: { status: 400, text: 'Cannot answer an appeal against your own decision' },
});

const NAME_CHANGE_OUTCOMES = ['APPROVED', 'REFUSED'] as const;
const HOLD_OUTCOMES = ['ISSUED', 'DECLINED'] as const;
export type NameChangeOutcome = (typeof NAME_CHANGE_OUTCOMES)[number];
export type HoldOutcome = (typeof HOLD_OUTCOMES)[number];

/** A request for another name as its certificate's holder sees it; `outcome` is null while it waits. */
const OwnNameChange = z.object({
  id: Id,
  toName: z.string(),
  requestedAt: Moment,
  outcome: z.nullable(z.enum(NAME_CHANGE_OUTCOMES)),
  decidedAt: z.nullable(Moment),
  decisionReason: NullableText,
});

/** A completed league without its certificate, and what it waits for. */
export const WaitingCertificate = z.object({
  leagueId: z.string(),
  title: z.string(),
  /** True while the league's assignment is not approved. */
  lacksApproval: z.boolean(),
  /** Null where the pace was a human one. */
  hold: z.nullable(
    z.object({
      id: Id,
      heldAt: Moment,
      /** Null while staff look; of an appeal that was answered, the answer. */
      outcome: z.nullable(z.enum(HOLD_OUTCOMES)),
      reason: NullableText,
      appeal: NullableText,
      /** One appeal, after a refusal. */
      mayAppeal: z.boolean(),
    }),
  ),
});
export type WaitingCertificate = z.infer<typeof WaitingCertificate>;

export const OwnCertificate = z.extend(Paper, {
  id: Id,
  state: z.enum(CERTIFICATE_STATES),
  holderName: z.string(),
  /** False when the account has another name by now. */
  isNameCurrent: z.boolean(),
  leagueId: NullableText,
  specializationId: NullableText,
  renamedAt: z.nullable(Moment),
  /** The latest request for another name. */
  nameChange: z.nullable(OwnNameChange),
  revokedAt: z.nullable(Moment),
  reason: NullableText,
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** A certificate as its holder's dashboard and league page carry it. */
export const HeldCertificate = z.object({
  id: Id,
  code: z.string(),
  kind: z.enum(CERTIFICATE_KINDS),
  title: z.string(),
  leagueId: NullableText,
  specializationId: NullableText,
  completedAt: Moment,
  isRevoked: z.boolean(),
  /** Why it was revoked, as everybody may read it. */
  reason: NullableText,
  holderName: z.string(),
  isNameCurrent: z.boolean(),
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

/** One line of the staff list. */
export const CertificateRow = z.extend(Paper, {
  id: Id,
  state: z.enum(CERTIFICATE_STATES),
  /** Null once the holder's account is gone, and so is `user`. */
  holderName: NullableText,
  user: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  leagueId: NullableText,
  specializationId: NullableText,
  renamedAt: z.nullable(Moment),
  revokedAt: z.nullable(Moment),
  reason: NullableText,
  /** Who revoked it; null while it is genuine, or when that account is gone. */
  revokedBy: NullableText,
  erasedAt: z.nullable(Moment),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

/** Paging as everywhere; `search` looks at holder, title and code, `state` is one of CERTIFICATE_STATES. */
export const CertificateQuery = z.extend(PageQuery, {
  search: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  state: z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value: string | undefined) => (!value || value === 'all' ? undefined : value)),
    ),
    z.optional(z.enum(CERTIFICATE_STATES, { error: 'Invalid state filter' })),
  ),
});
export type CertificateQuery = z.infer<typeof CertificateQuery>;

const TOO_SHORT = `Reason must be ${REVOCATION_REASON_MIN_LENGTH} characters or more`;
const Reason = z.pipe(
  requiredText({ required: 'Reason is required', field: 'Reason', max: REVOCATION_REASON_MAX_LENGTH }),
  z
    .string()
    .check(z.refine((value) => lengthOf(value) >= REVOCATION_REASON_MIN_LENGTH, { error: TOO_SHORT })),
);
/** `reason` is shown to everybody who looks at the certificate, as it was written. */
const RevocationBody = z.object({ reason: Reason });

const NameChangeBody = z.object({
  name: requiredText({ required: 'Name is required', field: 'Name', clean: cleanPrintedName }),
  reason: Reason,
});
const AppealBody = z.object({
  appeal: requiredText({
    required: 'Appeal is required',
    field: 'Appeal',
    max: APPEAL_MAX_LENGTH,
    clean: cleanProse,
  }),
});
const decisionBody = <Outcome extends string>(outcomes: readonly [Outcome, ...Outcome[]]) =>
  z.object({
    outcome: z.enum(outcomes, { error: `Outcome must be ${outcomes.join(' or ')}` }),
    /** Shown to the learner. */
    reason: Reason,
  });

const Requester = z.object({ id: Id, name: z.string(), email: z.string() });

/** A name change that waits for staff. */
export const NameChangeRow = z.object({
  id: Id,
  certificateId: z.string(),
  code: z.string(),
  title: z.string(),
  user: Requester,
  fromName: z.string(),
  toName: z.string(),
  reason: z.string(),
  requestedAt: Moment,
});
export type NameChangeRow = z.infer<typeof NameChangeRow>;

/** A completion at a pace no human keeps that waits for staff, first or with an appeal. */
export const HoldRow = z.object({
  id: Id,
  leagueId: z.string(),
  title: z.string(),
  user: Requester,
  /** Ticked, and the seconds from the first tick to the last. */
  resources: z.number(),
  seconds: z.number(),
  heldAt: Moment,
  /** Of an appeal since it was made, else since it was held. */
  waitingSince: Moment,
  /** The learner's words against the refusal, with its reason and who gave it; null before one. */
  appeal: NullableText,
  declinedReason: NullableText,
  declinedBy: NullableText,
});
export type HoldRow = z.infer<typeof HoldRow>;

export const listOwnCertificates = defineCall({
  name: 'listOwnCertificates',
  method: 'GET',
  path: '/certificates',
  access: 'any',
  summary: 'The own certificates, newest first, and completed leagues whose certificate waits',
  data: z.object({ certificates: z.array(OwnCertificate), waiting: z.array(WaitingCertificate) }),
});

export const requestNameChange = defineCall({
  name: 'requestNameChange',
  method: 'POST',
  path: '/certificates/:id/name-changes',
  access: 'learner',
  status: 201,
  summary: 'Ask staff for another name on an own certificate, with a reason; its code stays',
  body: NameChangeBody,
  data: z.object({ certificate: OwnCertificate }),
});

export const appealHold = defineCall({
  name: 'appealHold',
  method: 'POST',
  path: '/certificate-holds/:id/appeal',
  access: 'learner',
  summary: 'Appeal once against a certificate that staff declined',
  body: AppealBody,
  data: z.object({ waiting: z.array(WaitingCertificate) }),
});

export const listCertificateRequests = defineCall({
  name: 'listCertificateRequests',
  method: 'GET',
  path: '/admin/certificate-requests',
  access: 'chief',
  summary:
    'A page of held certificates and name changes that wait, the longest waiting first, in leagues whose users one manages',
  query: PageQuery,
  data: z.object({
    nameChanges: z.array(NameChangeRow),
    holds: z.array(HoldRow),
    /** Over both kinds, by `requestedAt` and `waitingSince`. */
    pagination: Pagination,
  }),
});

export const decideNameChange = defineCall({
  name: 'decideNameChange',
  method: 'PUT',
  path: '/admin/certificate-name-changes/:id/decision',
  access: 'chief',
  summary: 'Approve or refuse another name on a certificate; its page says when the name was corrected',
  body: decisionBody(NAME_CHANGE_OUTCOMES),
  data: z.object({ id: Id, outcome: z.enum(NAME_CHANGE_OUTCOMES) }),
});

export const decideHold = defineCall({
  name: 'decideHold',
  method: 'PUT',
  path: '/admin/certificate-holds/:id/decision',
  access: 'chief',
  summary: 'Issue or decline a held certificate; an appeal is answered by somebody else than who declined',
  body: decisionBody(HOLD_OUTCOMES),
  data: z.object({ id: Id, outcome: z.enum(HOLD_OUTCOMES) }),
});

export const listCertificates = defineCall({
  name: 'listCertificates',
  method: 'GET',
  path: '/admin/certificates',
  access: 'chief',
  summary: 'Certificates, newest first, within the leagues whose users the caller manages',
  query: CertificateQuery,
  data: z.object({
    certificates: z.array(CertificateRow),
    /** Over all rows the caller may see, before any filter. */
    counts: z.object({
      total: z.number(),
      genuine: z.number(),
      withdrawn: z.number(),
      /** Which of them are estimates, because there are too many to count. Absent where none is. */
      estimated: z.optional(z.array(z.enum(['total', 'genuine', 'withdrawn']))),
    }),
    pagination: Pagination,
  }),
});

export const revokeCertificate = defineCall({
  name: 'revokeCertificate',
  method: 'PUT',
  path: '/admin/certificates/:id/revocation',
  access: 'chief',
  summary: 'Revoke a certificate, with a reason that everybody may read',
  body: RevocationBody,
  data: z.object({ certificate: CertificateRow }),
});

export const restoreCertificate = defineCall({
  name: 'restoreCertificate',
  method: 'DELETE',
  path: '/admin/certificates/:id/revocation',
  access: 'chief',
  summary: 'Let a revoked certificate count again',
  data: z.object({ certificate: CertificateRow }),
});

export const exportCertificates = defineExport({
  name: 'exportCertificates',
  path: '/admin/certificates/export',
  access: 'chief',
  proof: 'everyone',
  summary: 'Certificates as CSV, those of their list that search and filters leave; recorded',
  query: CertificateQuery,
});
