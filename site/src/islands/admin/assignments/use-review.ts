import { useEffect, useState } from 'react';
import { createReviewSession, type ReviewSession } from './review-session.ts';

/** Releases the claim when the screen or the page is left. */
export function useReview(leagueId: () => string | undefined): ReviewSession {
  const [session] = useState(() => createReviewSession({ leagueId }));
  useEffect(() => {
    const leave = (event: PageTransitionEvent) => {
      if (!event.persisted) session.leave();
    };
    const see = () => {
      if (document.visibilityState === 'visible') session.touch();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', see);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', see);
      session.close();
    };
  }, [session]);
  return session;
}

const REFRESH_MS = 30_000;

/** Reloads while the page is seen and nothing lies above it, and as soon as it is seen again. */
export function useFreshness(reload: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && !document.querySelector('dialog[open]')) reload();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
}
