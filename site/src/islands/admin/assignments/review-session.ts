import { atom, type ReadableAtom } from 'nanostores';
import { claimNextSubmission, claimSubmission, releaseSubmission } from '#contract/review-queue.ts';
import { type Claim, getSubmission, type SubmissionDetail } from '#contract/submissions.ts';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { type Clock, systemClock } from '#site/islands/shared/clock/clock.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { invalidateQueue } from './review-queue.ts';

export const RENEW_MS = 60_000;

export type Notice = { kind: 'attempt' } | { kind: 'reviewed' } | { kind: 'lost'; claim: Claim };

export type ReviewView =
  | { phase: 'opening' }
  | { phase: 'failed'; failure: string; retry: () => void }
  /** The account may read it, but not review it. */
  | { phase: 'reading'; detail: SubmissionDetail }
  | { phase: 'held'; detail: SubmissionDetail; claim: Claim }
  | {
      phase: 'reviewing';
      detail: SubmissionDetail;
      /** Opened by 'next'; saving opens another one. */
      opensNext: boolean;
      /** Number of unclaimed submissions; null if unknown. */
      free: number | null;
      notice: Notice | null;
    };

export type ReviewSession = ReturnType<typeof createReviewSession>;

const CALLS = {
  claim: (id: string): Promise<SubmissionDetail> => callApi(claimSubmission, { params: { id } }),
  read: (id: string): Promise<SubmissionDetail> => callApi(getSubmission, { params: { id } }),
  next: (body: {
    leagueId?: string;
    after?: string;
  }): Promise<{ submission: SubmissionDetail | null; free: number }> =>
    callApi(claimNextSubmission, { body }),
  release: (id: string, keepalive: boolean): Promise<unknown> =>
    callApi(releaseSubmission, { params: { id }, keepalive }),
};

interface Rules {
  leagueId: () => string | undefined;
  calls?: typeof CALLS;
  clock?: Clock;
  isVisible?: () => boolean;
}

/**
 * Claims a submission when it opens, renews the claim while it is visible, and releases it on closing. News never
 * discards typed text.
 */
export function createReviewSession({
  leagueId,
  calls = CALLS,
  clock = systemClock,
  isVisible = () => document.visibilityState !== 'hidden',
}: Rules) {
  const $view = atom<ReviewView | null>(null);
  let held: string | null = null;
  /** Claims whose answers arrived too late. */
  const unwantedClaims = new Set<string>();
  let runningCalls = 0;
  let renewedAt = 0;
  let stepNumber = 0;
  let stopBeat: (() => void) | null = null;

  const show = (view: ReviewView | null) => {
    $view.set(view);
    if (view?.phase !== 'reviewing') {
      stopBeat?.();
      stopBeat = null;
    } else stopBeat ??= clock.every(RENEW_MS, () => touch());
  };
  const review = (detail: SubmissionDetail, opensNext: boolean, free: number | null) => {
    renewedAt = clock.now();
    held = detail.id;
    show({ phase: 'reviewing', detail, opensNext, free, notice: null });
  };
  // If this fails, the claim expires by itself.
  const release = (id: string, keepalive = false) =>
    void calls.release(id, keepalive).then(invalidateQueue, () => undefined);
  const releaseHeld = (keepalive = false) => {
    if (held !== null) release(held, keepalive);
    held = null;
  };
  /** Releases unwanted claims only after the last call, which may be about the same submission. */
  const runCall = async (work: () => Promise<void>) => {
    runningCalls += 1;
    await work();
    runningCalls -= 1;
    if (runningCalls > 0) return;
    for (const id of unwantedClaims) if (id !== held) release(id);
    unwantedClaims.clear();
  };
  /** Ignores the answer if another step was started meanwhile. */
  const runStep = (work: () => Promise<Answer>, retry: () => void) => {
    stepNumber += 1;
    const mine = stepNumber;
    return runCall(async () => {
      try {
        const { claimed, done } = await work();
        if (mine === stepNumber) done();
        else if (claimed) unwantedClaims.add(claimed);
      } catch (error) {
        if (mine === stepNumber)
          show({ phase: 'failed', failure: toLoadFailure('submission', error), retry });
      }
    });
  };

  /** Claims and shows a submission; without the right to review, only shows it. */
  const open = ({ id, mayReview }: { id: string; mayReview: boolean }): Promise<void> => {
    if (held !== id) releaseHeld();
    show({ phase: 'opening' });
    return runStep(
      async () => {
        if (!mayReview) {
          const detail = await calls.read(id);
          return { done: () => show({ phase: 'reading', detail }) };
        }
        try {
          const detail = await calls.claim(id);
          return {
            claimed: id,
            done: () => {
              review(detail, false, null);
              invalidateQueue();
            },
          };
        } catch (error) {
          const claim = readClaim(error);
          if (!claim) throw error;
          const detail = await calls.read(id);
          return { done: () => show({ phase: 'held', detail, claim }) };
        }
      },
      () => void open({ id, mayReview }),
    );
  };

  /** Also releases the current submission. */
  const next = () => {
    const view = $view.get();
    const after = view && 'detail' in view ? view.detail.id : undefined;
    if (view?.phase !== 'reviewing') show({ phase: 'opening' });
    return takeNext(after);
  };
  const takeNext = (after: string | undefined): Promise<void> =>
    runStep(
      async () => {
        const league = leagueId();
        const { submission, free } = await calls.next({
          ...(league ? { leagueId: league } : {}),
          ...(after ? { after } : {}),
        });
        return {
          claimed: submission?.id,
          done: () => {
            if (submission) review(submission, true, free);
            else {
              held = null;
              show(null);
              showToast({ text: 'Nothing else waits for you', tone: 'info' });
            }
            invalidateQueue();
          },
        };
      },
      () => {
        show({ phase: 'opening' });
        void takeNext(after);
      },
    );

  const renew = async () => {
    const view = $view.get();
    if (view?.phase !== 'reviewing') return;
    const { id } = view.detail;
    renewedAt = clock.now();
    // The next submission may be open by now.
    const isStill = () => {
      const now = $view.get();
      return now?.phase === 'reviewing' && now.detail.id === id;
    };
    await runCall(async () => {
      try {
        const detail = await calls.claim(id);
        if (isStill()) {
          held = id;
          show({ ...view, detail, notice: noticeOf(view.detail, detail) ?? persistentNotice(view) });
        } else unwantedClaims.add(id);
      } catch (error) {
        const claim = readClaim(error);
        // A network failure does not end the claim.
        if (!claim || !isStill()) return;
        held = null;
        show({ ...view, notice: { kind: 'lost', claim } });
      }
    });
  };
  /** Renews the claim if the last renewal is over a minute old. */
  const touch = () => {
    if (isVisible() && clock.now() - renewedAt >= RENEW_MS) void renew();
  };

  return {
    $view: $view as ReadableAtom<ReviewView | null>,
    open,
    next,
    /** The server ends the claim when a review is saved. */
    saved: (opensNext: boolean) => {
      held = null;
      if (opensNext) void next();
      else {
        stepNumber += 1;
        show(null);
      }
    },
    renew,
    touch,
    close: () => {
      stepNumber += 1;
      releaseHeld();
      show(null);
    },
    /** Releases the claim without waiting for the answer. */
    leave: () => releaseHeld(true),
  };
}

interface Answer {
  claimed?: string | undefined;
  done: () => void;
}

/** The other reviewer's claim, if it caused the refusal. */
function readClaim(error: unknown): Claim | null {
  if (!(error instanceof ApiFailure) || error.code !== 'SUBMISSION_CLAIMED') return null;
  return (error.reply?.claim as Claim | undefined) ?? null;
}

function noticeOf(before: SubmissionDetail, now: SubmissionDetail): Notice | null {
  if (now.attempts !== before.attempts) return { kind: 'attempt' };
  return now.reviewedAt === before.reviewedAt ? null : { kind: 'reviewed' };
}

/** A notice about a new attempt stays until it is read; one about a lost claim ends with the new claim. */
function persistentNotice({ notice }: { notice: Notice | null }): Notice | null {
  return notice?.kind === 'lost' ? null : notice;
}
