import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $keptSince } from '../../shared/query/offline-copies.ts';
import { $kept } from '../data/outbox-actions.ts';

const loadBanner = () => import('./OfflineBanner.tsx');
const OfflineBanner = lazy(() =>
  loadBanner().then(
    ({ OfflineBanner: banner }) => ({ default: banner }),
    // Its code did not arrive: the marks beside what waits have to do.
    () => ({ default: () => null }),
  ),
);

/** The place of the banner; its code comes at once behind the first view, while there still is a connection. */
export function OfflineSlot() {
  useEffect(() => void loadBanner().catch(() => undefined), []);
  const isNeeded = useStore($keptSince) !== null;
  const isWaiting = useStore($kept).length > 0;
  if (!isNeeded && !isWaiting) return null;
  return (
    <Suspense fallback={null}>
      <OfflineBanner />
    </Suspense>
  );
}
