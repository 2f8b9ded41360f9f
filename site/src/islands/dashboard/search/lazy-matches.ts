import { lazyPart } from '../../shared/lazy-part.ts';

/** The matches of the header search, fetched when somebody types. A failure leaves the leagues filtered as they are. */
export const Matches = lazyPart(async () => (await import('./Matches.tsx')).Matches);
