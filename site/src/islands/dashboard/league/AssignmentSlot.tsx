import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { AssignmentSkeleton, NoAssignment } from '../assignments/AssignmentSkeleton.tsx';
import { ASSIGNMENT_ANCHOR } from '../data/row.ts';
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx';

const AssignmentPanel = lazy(async () => ({
  default: (await import('../assignments/AssignmentPanel.tsx')).AssignmentPanel,
}));

const SEEN = 0.5;
// Loads after this pause without scrolling, for screen readers and find-in-page.
const QUIET_MS = 2500;

interface Props {
  leagueId: string;
  mayExist: boolean;
  isOver: boolean;
}

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
