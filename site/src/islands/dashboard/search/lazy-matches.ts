import { lazyPart } from '../../shared/lazy-part.ts';

/** If loading fails, only the league filter works. */
export const Matches = lazyPart(async () => (await import('./Matches.tsx')).Matches);
