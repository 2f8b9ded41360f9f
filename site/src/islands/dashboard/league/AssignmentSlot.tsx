import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { AssignmentSkeleton } from '../assignments/AssignmentSkeleton.tsx';
import { NoAssignment } from '../assignments/NoAssignment.tsx';
import { ASSIGNMENT_ANCHOR } from '../data/row.ts';
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx';

const AssignmentPanel = lazy(async () => ({
  default: (await import('../assignments/AssignmentPanel.tsx')).AssignmentPanel,
}));

/** Visible share of the panel at which it loads. */
const SEEN = 0.5;
/** Loads without scrolling too, for screen readers and searches in the page. */
const QUIET_MS = 2500;

interface Props {
  leagueId: string;
  mayExist: boolean;
  /** Nothing is announced in a league that has ended. */
  isOver: boolean;
}

/** Below the weeks (LPROG-12); code and calls load when the reader gets there. */
export function AssignmentSlot({ leagueId, mayExist, isOver }: Props) {
  if (isOver && !mayExist) return null;
  return (
    <div id={ASSIGNMENT_ANCHOR} className="mt-8 scroll-mt-40">
      {mayExist ? <WhenReached>{panelOf(leagueId)}</WhenReached> : <NoAssignment />}
    </div>
  );
}

function panelOf(leagueId: string) {
  return (
    <ScreenBoundary>
      <Suspense fallback={<AssignmentSkeleton />}>
        <AssignmentPanel leagueId={leagueId} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** Draws its contents in sight, at the first key, or after a quiet time. */
function WhenReached({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isReached || !current) return;
    const reach = () => setIsReached(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { threshold: SEEN },
    );
    observer.observe(current);
    addEventListener('keydown', reach, { once: true });
    const timer = setTimeout(reach, QUIET_MS);
    return () => {
      observer.disconnect();
      removeEventListener('keydown', reach);
      clearTimeout(timer);
    };
  }, [isReached]);
  return <div ref={place}>{isReached ? children : <AssignmentSkeleton />}</div>;
}
