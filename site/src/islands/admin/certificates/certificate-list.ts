import { computed } from 'nanostores';
import type { DataOf } from '#contract/call.ts';
import {
  type CertificateRow,
  listCertificates,
  REVOCATION_REASON_MAX_LENGTH,
  REVOCATION_REASON_MIN_LENGTH,
  restoreCertificate,
  revokeCertificate,
} from '#contract/certificates.ts';
import { lengthOf } from '#contract/text.ts';
import { callApi } from '#site/islands/shared/api.ts';
import type { FieldErrors } from '#site/islands/shared/form.ts';
import { createListState, type ListControl, type ListState, settle } from '../shared/list-state.ts';
import { createQueryFor, noteChange, type Query } from '../shared/queries.ts';
import { createStaffForm } from '../shared/staff-form.ts';

type View = DataOf<typeof listCertificates>;

interface Words {
  page?: number;
  search?: string;
  state?: string;
  leagueId?: string;
}

export interface CertificateList {
  list: ListControl;
  query: Query<View>;
}

/** The list of the certificates screen; the server searches, filters and pages. One a screen. */
export function createCertificateList(
  list = createListState({ filters: ['state', 'leagueId'] }),
): CertificateList {
  const $search = settle(computed(list.$list, ({ search }) => search.trim()));
  const $words = computed([list.$list, $search], (state, search) => toWords(state, search));
  return {
    list,
    query: createQueryFor<Words, View>('certificates', 'page', $words, (words) =>
      callApi(listCertificates, { query: { ...words } }),
    ),
  };
}

/** What is asked of the server; what is not set is left out. */
export function toWords({ filters, page }: ListState, search: string): Words {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search ? { search } : {}),
    ...(filters.state ? { state: filters.state } : {}),
    ...(filters.leagueId ? { leagueId: filters.leagueId } : {}),
  };
}

/** Puts a changed certificate and the figures it moves into the page at hand. */
export function withCertificate(view: View, changed: CertificateRow): View {
  const before = view.certificates.find(({ id }) => id === changed.id);
  if (!before) return view;
  const moved = before.state === changed.state ? 0 : changed.state === 'withdrawn' ? 1 : -1;
  return {
    ...view,
    certificates: view.certificates.map((row) => (row.id === changed.id ? changed : row)),
    counts: {
      ...view.counts,
      genuine: view.counts.genuine - moved,
      withdrawn: view.counts.withdrawn + moved,
    },
  };
}

/** The rules of the contract, in its words; the schema itself stays on the server. */
function validateReason({ reason }: { reason: string }): FieldErrors<{ reason: string }> {
  const length = lengthOf(reason.trim());
  if (length === 0) return { reason: 'Reason is required' };
  if (length < REVOCATION_REASON_MIN_LENGTH) {
    return { reason: `Reason must be ${REVOCATION_REASON_MIN_LENGTH} characters or more` };
  }
  return length > REVOCATION_REASON_MAX_LENGTH
    ? { reason: `Reason must be ${REVOCATION_REASON_MAX_LENGTH} characters or less` }
    : {};
}

/** The form that asks for the reason. */
export function createRevocationForm(row: CertificateRow, query: Query<View>, onSaved: () => void) {
  return createStaffForm({
    initial: { reason: '' },
    validate: validateReason,
    save: async ({ reason }) => {
      const body = { reason };
      const { certificate } = await callApi(revokeCertificate, { params: { id: row.id }, body });
      takeChange(query, certificate);
    },
    action: 'revoke certificate',
    done: 'Certificate revoked',
    onSaved,
  });
}

/** Lets a revoked certificate count again. */
export async function restore(row: CertificateRow, query: Query<View>): Promise<void> {
  const { certificate } = await callApi(restoreCertificate, { params: { id: row.id } });
  takeChange(query, certificate);
}

function takeChange(query: Query<View>, certificate: CertificateRow): void {
  query.change((view) => withCertificate(view, certificate));
  noteChange('certificates');
}
