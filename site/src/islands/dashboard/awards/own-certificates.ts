import {
  APPEAL_MAX_LENGTH,
  appealHold,
  listOwnCertificates,
  REVOCATION_REASON_MAX_LENGTH,
  REVOCATION_REASON_MIN_LENGTH,
  requestNameChange,
  type WaitingCertificate,
} from '#contract/certificates.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf, toTooLong } from '#contract/text.ts';
import { createForm, type FieldErrors } from '#site/islands/shared/form/form.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';
import { announce } from '../../shared/toast/notices.ts';

/** The own certificates with what waits for staff; the profile alone asks for it. */
export const ownCertificates = createQuery('own-certificates', () => callApi(listOwnCertificates));

interface NameChange {
  name: string;
  reason: string;
}

/** The rules of the contract, in its words; the schema itself stays on the server. */
export function validateNameChange({ name, reason }: NameChange): FieldErrors<NameChange> {
  const errors: FieldErrors<NameChange> = {};
  if (name.trim() === '') errors.name = 'Name is required';
  else if (lengthOf(name.trim()) > NAME_MAX_LENGTH) errors.name = toTooLong('Name', NAME_MAX_LENGTH);
  const length = lengthOf(reason.trim());
  if (length === 0) errors.reason = 'Reason is required';
  else if (length < REVOCATION_REASON_MIN_LENGTH)
    errors.reason = `Reason must be ${REVOCATION_REASON_MIN_LENGTH} characters or more`;
  else if (length > REVOCATION_REASON_MAX_LENGTH)
    errors.reason = toTooLong('Reason', REVOCATION_REASON_MAX_LENGTH);
  return errors;
}

/** Asks staff for another name on a certificate. What is typed waits for its account (docs/security.md P45). */
export function createNameChangeForm(id: string, holderName: string, onSent: () => void) {
  const form = createForm<NameChange>({
    initial: { name: holderName, reason: '' },
    draft: { key: () => toDraftKey(`name-change-${id}`), fields: ['name', 'reason'] },
    validate: validateNameChange,
    submit: async (body) => {
      await callApi(requestNameChange, { params: { id }, body });
      announce('We got your request. The certificate stays as it is until it is approved.');
      await ownCertificates.refresh();
      onSent();
      return 'staying';
    },
  });
  form.restore();
  return form;
}

/** Appeals against a declined certificate. What is typed waits for its account as well. */
export function createAppealForm(id: string, onSent: () => void) {
  const form = createForm<{ appeal: string }>({
    initial: { appeal: '' },
    draft: { key: () => toDraftKey(`appeal-${id}`), fields: ['appeal'] },
    validate: ({ appeal }) => {
      if (appeal.trim() === '') return { appeal: 'Appeal is required' };
      return lengthOf(appeal.trim()) > APPEAL_MAX_LENGTH
        ? { appeal: toTooLong('Appeal', APPEAL_MAX_LENGTH) }
        : {};
    },
    submit: async (body) => {
      await callApi(appealHold, { params: { id }, body });
      announce('We got your appeal. Somebody else looks at it now.');
      await ownCertificates.refresh();
      onSent();
      return 'staying';
    },
  });
  form.restore();
  return form;
}

const toDraftKey = (name: string) => ({ name, owner: findOwner() ?? '' });

/** What a completed league without a certificate waits for, in words. */
export function toWaitingText({ lacksApproval, hold }: WaitingCertificate): string {
  if (hold?.outcome === 'DECLINED') return 'The certificate was declined';
  if (hold && hold.outcome === null) {
    return hold.appeal
      ? 'Somebody else looks at your appeal now.'
      : 'You went through this league faster than we expect, so somebody has a look before the certificate is issued. You need not do anything.';
  }
  return lacksApproval
    ? 'The certificate comes with the approval of your assignment.'
    : 'The certificate is on its way.';
}
