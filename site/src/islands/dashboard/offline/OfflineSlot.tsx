import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../shared/lazy-part.ts';
import { $offlineSince } from '../../shared/query/offline-copies.ts';
import { $unsentActions } from '../data/outbox-actions.ts';

const loadBanner = () => import('./OfflineBanner.tsx');
const OfflineBanner = lazyPart(async () => (await loadBanner()).OfflineBanner);

/** Loads its code right after the first render, while there is a connection. */
export function OfflineSlot() {
  useEffect(() => void loadBanner().catch(() => undefined), []);
  const isNeeded = useStore($offlineSince) !== null;
  const isWaiting = useStore($unsentActions).length > 0;
  if (!isNeeded && !isWaiting) return null;
  return (
    <Suspense fallback={null}>
      <OfflineBanner />
    </Suspense>
  );
}
