import type { DataOf } from '#contract/call.ts';
import {
  CERTIFICATE_REASON_MIN_LENGTH,
  type CertificateRow,
  correctCertificateName,
  listCertificates,
  restoreCertificate,
  revokeCertificate,
} from '#contract/certificates.ts';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { createDialogForm, findTextFault } from '#site/islands/shared/form/dialog-form.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import type { Query } from '../../shared/query/query.ts';
import { type ReasonRules, requireReason } from '../form/staff-form.ts';
import { toListQuery } from '../list/csv-export.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { invalidate } from '../query/queries.ts';

type View = DataOf<typeof listCertificates>;

/** Without a league, the certificates of all leagues and specializations. */
export function createCertificateList(leagueId?: string) {
  return createServedList({
    kind: 'certificates',
    list: createListState({ filters: leagueId ? ['state'] : ['state', 'leagueId'] }),
    toQuery: (state, search) => ({ ...toListQuery(state, search), ...(leagueId ? { leagueId } : {}) }),
    load: (query) => callApi(listCertificates, { query }),
    toPage: ({ certificates, counts, pagination }) => ({ rows: certificates, all: counts.total, pagination }),
  });
}

/** Also corrects the counts of valid and revoked certificates. */
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

export function revocationOf(row: CertificateRow, query: Query<View>): ReasonRules {
  return {
    draftId: row.id,
    action: 'revoke certificate',
    done: 'Certificate revoked',
    min: CERTIFICATE_REASON_MIN_LENGTH,
    save: async (reason) => {
      const { certificate } = await callApi(revokeCertificate, { params: { id: row.id }, body: { reason } });
      takeChange(query, certificate);
    },
  };
}

export function createNameForm(row: CertificateRow, query: Query<View>, onSaved: () => void) {
  return createDialogForm({
    initial: { name: row.holderName ?? '', reason: '' },
    draftId: row.id,
    validate: ({ name, reason }) => ({
      ...requireReason(CERTIFICATE_REASON_MIN_LENGTH)({ reason }),
      name: findTextFault('Name', name, NAME_MAX_LENGTH),
    }),
    save: async (body) => {
      const { certificate } = await callApi(correctCertificateName, { params: { id: row.id }, body });
      takeChange(query, certificate);
    },
    action: 'correct certificate name',
    done: 'Name corrected',
    onSaved,
  });
}

export async function restore(row: CertificateRow, query: Query<View>): Promise<void> {
  const { certificate } = await callApi(restoreCertificate, { params: { id: row.id } });
  takeChange(query, certificate);
}

function takeChange(query: Query<View>, certificate: CertificateRow): void {
  query.change((view) => withCertificate(view, certificate));
  invalidate('certificates');
}

/** Deleted accounts leave no name. */
export function holderOf({ holderName }: CertificateRow): string {
  return holderName ?? 'Account deleted';
}

export function toRowName(row: CertificateRow): string {
  return `${holderOf(row)}, ${row.title}`;
}
