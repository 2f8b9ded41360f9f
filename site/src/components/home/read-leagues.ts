import { toPicture } from '#site/components/pictures/to-picture.ts';
import type { LeagueCard, ShownLeague } from '#site/content/league-cards.ts';
import { readHomeList } from './home-data.ts';

/** The leagues of the home page with their covers ready; none, and a warning, for anything else (HOME-12, HOME-62). */
export function readLeagues(value: unknown): Promise<(ShownLeague & Pick<LeagueCard, 'color'>)[]> {
  const cards = readHomeList<LeagueCard>('leagues', value, ['id', 'name', 'title', 'cover']);
  return Promise.all(cards.map(async (card) => ({ ...card, cover: await toPicture(card.cover, 'cover') })));
}
