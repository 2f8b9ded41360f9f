import { atom, type ReadableAtom } from 'nanostores';
import { approveUser, listPendingUsers, type UserRow } from '#contract/admin-users.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '../../shared/api.ts';

export type PendingApprovals =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | {
      state: 'loaded';
      users: UserRow[];
      /** Everybody who waits, also beyond the rows at hand. */
      total: number;
      /** The account whose approval is on its way. */
      approving: string | null;
      /** What could not be done; the list stays (OPEN-27). */
      failure: string | null;
      /** The last account approved, for the announcement. */
      approved: string | null;
    };

export interface PendingApprovalsScreen {
  $approvals: ReadableAtom<PendingApprovals>;
  load(): Promise<void>;
  /** Approves one account and takes it off the list (ADMIN-27). */
  approve(user: Pick<UserRow, 'id' | 'name'>): Promise<void>;
}

/** The accounts that wait for approval. */
export function createPendingApprovals(): PendingApprovalsScreen {
  const $approvals = atom<PendingApprovals>({ state: 'loading' });
  const patch = (changes: Partial<Extract<PendingApprovals, { state: 'loaded' }>>) => {
    const current = $approvals.get();
    if (current.state === 'loaded') $approvals.set({ ...current, ...changes });
  };

  const load = async () => {
    $approvals.set({ state: 'loading' });
    try {
      const { users, pagination } = await callApi(listPendingUsers, {
        query: { page: 1, limit: USERS_PAGE_SIZE },
      });
      $approvals.set({
        state: 'loaded',
        users,
        total: pagination.total,
        approving: null,
        failure: null,
        approved: null,
      });
    } catch (error) {
      const message = toMessage(error, REQUEST_FAILED);
      $approvals.set({ state: 'failed', message: `Failed to load users: ${message}` });
    }
  };

  return {
    $approvals,
    load,
    approve: async ({ id, name }) => {
      const before = $approvals.get();
      if (before.state !== 'loaded' || before.approving) return;
      patch({ approving: id, failure: null, approved: null });
      try {
        await callApi(approveUser, { body: { userId: id } });
        const { users, total } = before;
        patch({ users: users.filter((user) => user.id !== id), total: total - 1, approved: name });
        if (users.length === 1 && total > 1) await load();
      } catch (error) {
        patch({ failure: toApprovalFailure(error) });
      } finally {
        patch({ approving: null });
      }
    },
  };
}

/** ERR-18 with the server's words where it had some. */
function toApprovalFailure(error: unknown): string {
  const words = error instanceof ApiFailure && error.message !== REQUEST_FAILED ? error.message : null;
  return words ? `Failed to approve user: ${words}` : 'Failed to approve user';
}
