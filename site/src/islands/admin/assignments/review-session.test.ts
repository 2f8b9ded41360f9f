import { expect, test } from 'bun:test';
import type { Claim, SubmissionDetail } from '#contract/submissions.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { createFakeClock } from '#site/islands/shared/testing/fake-clock.ts';
import { createReviewSession, RENEW_MS } from './review-session.ts';

const MINE: Claim = { by: { id: 'me', name: 'Me' }, until: '', secondsLeft: 1200, isMine: true };
const THEIRS: Claim = { by: { id: 'ana', name: 'Ana Roy' }, until: '', secondsLeft: 700, isMine: false };
const detail = (id: string, changes: Partial<SubmissionDetail> = {}) =>
  ({ id, attempts: 1, reviewedAt: null, claim: MINE, ...changes }) as SubmissionDetail;
const refusal = new ApiFailure({
  kind: 'refused',
  status: 409,
  message: 'Ana Roy is reviewing this submission',
  reply: { code: 'SUBMISSION_CLAIMED', claim: THEIRS },
});

/** A session whose server answers what a test puts here; what it was asked stands in `asked`. */
function openSession() {
  const asked: string[] = [];
  const clock = createFakeClock();
  const server = {
    claim: async (id: string): Promise<SubmissionDetail> => detail(id),
    next: async (): Promise<{ submission: SubmissionDetail | null; free: number }> => ({
      submission: detail('next'),
      free: 2,
    }),
    isVisible: true,
  };
  const session = createReviewSession({
    leagueId: () => 'finance',
    clock,
    isVisible: () => server.isVisible,
    calls: {
      claim: (id) => {
        asked.push(`claim ${id}`);
        return server.claim(id);
      },
      read: async (id) => {
        asked.push(`read ${id}`);
        return detail(id, { claim: THEIRS });
      },
      next: (body) => {
        asked.push(`next ${JSON.stringify(body)}`);
        return server.next();
      },
      release: async (id, keepalive) => {
        asked.push(`release ${id}${keepalive ? ' and gone' : ''}`);
      },
    },
  });
  return { session, server, asked, clock };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('what is opened is claimed, kept while it is open and seen, and given back', async () => {
  const { session, server, asked, clock } = openSession();
  await session.open({ id: 'a', mayReview: true });
  expect(session.$view.get()).toMatchObject({ phase: 'reviewing', opensNext: false, notice: null });
  await clock.advance(RENEW_MS);
  server.isVisible = false;
  await clock.advance(RENEW_MS * 5);
  server.isVisible = true;
  session.touch();
  session.touch();
  await settled();
  session.close();
  await clock.advance(RENEW_MS * 5);
  expect(asked).toEqual(['claim a', 'claim a', 'claim a', 'release a']);
  expect(session.$view.get()).toBeNull();
  session.close();
  session.leave();
  expect(asked).toHaveLength(4);
});

test('without the right it is read; held by somebody else it is read with their name', async () => {
  const { session, server, asked } = openSession();
  await session.open({ id: 'a', mayReview: false });
  expect(session.$view.get()?.phase).toBe('reading');
  server.claim = () => Promise.reject(refusal);
  await session.open({ id: 'b', mayReview: true });
  expect(session.$view.get()).toMatchObject({ phase: 'held', claim: THEIRS });
  session.leave();
  expect(asked).toEqual(['read a', 'claim b', 'read b']);
});

test('the next one leaves the one at hand; after the last it closes', async () => {
  const { session, server, asked } = openSession();
  await session.next();
  expect(session.$view.get()).toMatchObject({ phase: 'reviewing', opensNext: true, free: 2 });
  server.next = async () => ({ submission: detail('last'), free: 0 });
  session.saved(true);
  await settled();
  expect(session.$view.get()).toMatchObject({ detail: { id: 'last' }, free: 0 });
  server.next = async () => ({ submission: null, free: 0 });
  session.saved(true);
  await settled();
  expect(session.$view.get()).toBeNull();
  expect(asked).toEqual([
    'next {"leagueId":"finance"}',
    'next {"leagueId":"finance","after":"next"}',
    'next {"leagueId":"finance","after":"last"}',
  ]);
});

test('a new attempt, another review and a claim that was taken over are told; a lost connection is not', async () => {
  const { session, server, asked } = openSession();
  await session.open({ id: 'a', mayReview: true });
  server.claim = () => Promise.reject(new ApiFailure({ kind: 'network', message: 'gone' }));
  await session.renew();
  expect(session.$view.get()).toMatchObject({ phase: 'reviewing', notice: null });
  server.claim = async (id) => detail(id, { attempts: 2 });
  await session.renew();
  expect(session.$view.get()).toMatchObject({ detail: { attempts: 2 }, notice: { kind: 'attempt' } });
  await session.renew();
  expect(session.$view.get()).toMatchObject({ notice: { kind: 'attempt' } });
  server.claim = async (id) => detail(id, { attempts: 2, reviewedAt: '2026-11-21T12:00:00.000Z' });
  await session.renew();
  expect(session.$view.get()).toMatchObject({ notice: { kind: 'reviewed' } });
  server.claim = () => Promise.reject(refusal);
  await session.renew();
  expect(session.$view.get()).toMatchObject({ notice: { kind: 'lost', claim: THEIRS } });
  session.leave();
  expect(asked.filter((call) => call.startsWith('release'))).toEqual([]);
});

test('a failure can be tried again; an answer that comes after the dialog was closed opens nothing', async () => {
  const { session, server } = openSession();
  server.next = () => Promise.reject(new ApiFailure({ kind: 'network', message: 'No way there' }));
  await session.next();
  const failed = session.$view.get();
  expect(failed).toMatchObject({ phase: 'failed', failure: 'Failed to load submission: No way there' });
  server.next = async () => ({ submission: detail('next'), free: 0 });
  if (failed?.phase === 'failed') failed.retry();
  await settled();
  expect(session.$view.get()?.phase).toBe('reviewing');
  session.close();
  const late = session.open({ id: 'late', mayReview: true });
  session.close();
  await late;
  expect(session.$view.get()).toBeNull();
});

test('a claim whose answer comes too late is given back, unless the same one is at hand again', async () => {
  const { session, asked } = openSession();
  const late = session.open({ id: 'a', mayReview: true });
  session.close();
  await late;
  expect(asked).toEqual(['claim a', 'release a']);
  asked.length = 0;
  const first = session.open({ id: 'a', mayReview: true });
  session.close();
  await Promise.all([first, session.open({ id: 'a', mayReview: true })]);
  expect(session.$view.get()?.phase).toBe('reviewing');
  expect(asked).toEqual(['claim a', 'claim a']);
});

test('a renewal that is answered after the next one came does not bring the old one back', async () => {
  const { session, server, asked } = openSession();
  await session.open({ id: 'a', mayReview: true });
  const answers: (() => void)[] = [];
  server.claim = (id) => new Promise((resolve) => answers.push(() => resolve(detail(id))));
  const renewal = session.renew();
  await session.next();
  answers[0]?.();
  await renewal;
  expect(session.$view.get()).toMatchObject({ phase: 'reviewing', detail: { id: 'next' } });
  expect(asked.at(-1)).toBe('release a');
});

test('when the next one cannot be had, the one at hand is kept until the dialog is closed', async () => {
  const { session, server, asked } = openSession();
  await session.open({ id: 'a', mayReview: true });
  server.next = () => Promise.reject(new ApiFailure({ kind: 'network', message: 'No way there' }));
  await session.next();
  expect(session.$view.get()?.phase).toBe('failed');
  session.close();
  expect(asked).toEqual(['claim a', 'next {"leagueId":"finance","after":"a"}', 'release a']);
});
