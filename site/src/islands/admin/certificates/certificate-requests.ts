import { atom } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import {
  decideHold,
  decideNameChange,
  type HoldOutcome,
  type HoldRow,
  listCertificateRequests,
  type NameChangeOutcome,
  type NameChangeRow,
} from '#contract/certificates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffForm } from '../form/staff-form.ts';
import { createStaffQueryFor, invalidate } from '../query/queries.ts';
import { validateReason } from './certificate-list.ts';

/** What waits for a decision about certificates in the leagues whose users one manages. */
export function createRequestList() {
  const $page = atom(1);
  const query = createStaffQueryFor('certificates', 'requests', $page, async (page) => {
    const read = (at: number) => callApi(listCertificateRequests, { query: { page: String(at) } });
    const answer = await read(page);
    // The last row of the last page was decided: the page before it is the last one now.
    const last = Math.max(1, answer.pagination.totalPages);
    return page > last ? read(last) : answer;
  });
  return { query, turnTo: (page: number) => $page.set(page) };
}

/** A request of either kind. */
type Waiting = { kind: 'name'; row: NameChangeRow } | { kind: 'hold'; row: HoldRow };

/** What waits of either kind, the longest first. */
export function inOrder({ holds, nameChanges }: DataOf<typeof listCertificateRequests>): Waiting[] {
  const since = (one: Waiting) => (one.kind === 'hold' ? one.row.waitingSince : one.row.requestedAt) ?? '';
  return [
    ...holds.map((row): Waiting => ({ kind: 'hold', row })),
    ...nameChanges.map((row): Waiting => ({ kind: 'name', row })),
  ].sort((one, other) => since(one).localeCompare(since(other)));
}

/** A request with the answer that staff are about to give. */
export type Decision =
  | { kind: 'name'; row: NameChangeRow; outcome: NameChangeOutcome }
  | { kind: 'hold'; row: HoldRow; outcome: HoldOutcome };

const DONE: Record<NameChangeOutcome | HoldOutcome, string> = {
  APPROVED: 'Name corrected',
  REFUSED: 'Name change refused',
  ISSUED: 'Certificate issued',
  DECLINED: 'Certificate declined',
};

/** The form that asks for the reason of a decision. */
export function createDecisionForm(decision: Decision, onSaved: () => void) {
  return createStaffForm({
    initial: { reason: '' },
    about: `${decision.row.id}-${decision.outcome}`,
    validate: validateReason,
    save: async ({ reason }) => {
      const params = { id: decision.row.id };
      if (decision.kind === 'name') {
        await callApi(decideNameChange, { params, body: { outcome: decision.outcome, reason } });
      } else {
        await callApi(decideHold, { params, body: { outcome: decision.outcome, reason } });
      }
      invalidate('certificates', { alsoOwn: true });
    },
    action: 'decide about certificate',
    done: DONE[decision.outcome],
    onSaved,
  });
}

/** '12 resources in 3 seconds', '40 resources in 5 minutes'. */
export function toPaceText({ resources, seconds }: Pick<HoldRow, 'resources' | 'seconds'>): string {
  const minutes = Math.round(seconds / 60);
  const time = seconds < 120 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`;
  return `${resources} resources in ${time}`;
}
