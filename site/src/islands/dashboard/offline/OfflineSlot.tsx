import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $keptSince } from '../remembered.ts';
import { $kept } from './unsent-actions.ts';

const loadBanner = () => import('./OfflineBanner.tsx');
const OfflineBanner = lazy(() =>
  loadBanner().then(
    ({ OfflineBanner: banner }) => ({ default: banner }),
    // Its code did not arrive: the marks beside what waits have to do.
    () => ({ default: () => null }),
  ),
);

/** Fetches the code of the banner while there is a connection. */
export function preloadBanner(): void {
  loadBanner().catch(() => undefined);
}

/** The place of the banner; its code comes when there is something to say. */
export function OfflineSlot() {
  const isNeeded = useStore($keptSince) !== null;
  const isWaiting = useStore($kept).length > 0;
  if (!isNeeded && !isWaiting) return null;
  return (
    <Suspense fallback={null}>
      <OfflineBanner />
    </Suspense>
  );
}
