import { toPicture } from '#site/components/pictures/to-picture.ts';
import type { LeagueCard, ShownLeague } from '#site/content/league-cards.ts';
import { readHomeList } from './home-data.ts';

/** Leagues with their covers prepared; invalid data gives an empty list and a warning. */
export function readLeagues(value: unknown): Promise<(ShownLeague & Pick<LeagueCard, 'color'>)[]> {
  const cards = readHomeList<LeagueCard>('leagues', value, ['id', 'name', 'title', 'cover']);
  return Promise.all(cards.map(async (card) => ({ ...card, cover: await toPicture(card.cover, 'cover') })));
}
