import { useEffect, useState } from 'react';
import { createReviewSession, type ReviewSession } from './review-session.ts';

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

/** Pauses while the page is hidden or a dialog is open. */
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
