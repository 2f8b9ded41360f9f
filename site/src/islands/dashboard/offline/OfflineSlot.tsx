import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../shared/lazy-part.ts';
import { $keptSince } from '../../shared/query/offline-copies.ts';
import { $kept } from '../data/outbox-actions.ts';

const loadBanner = () => import('./OfflineBanner.tsx');
// Where its code does not arrive, the marks beside what waits have to do.
const OfflineBanner = lazyPart(async () => (await loadBanner()).OfflineBanner);

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
