import type { ActiveLeague } from '../data/dashboard.ts';

export function toNothingText(leagues: readonly Pick<ActiveLeague, 'name' | 'resources' | 'isExpired'>[]): {
  title: string;
  words: string;
} {
  const running = leagues.filter(({ isExpired }) => !isExpired);
  const empty = running.filter(({ resources }) => resources.total === 0);
  const [only] = empty;
  if (!only) {
    return {
      title: 'Everything is done.',
      words: 'You finished every resource of your leagues. Revise what you marked, or pick the next league.',
    };
  }
  const who = empty.length === 1 ? `${only.name} has` : `${empty.length} of your leagues have`;
  return {
    title: 'Content is coming.',
    words: `${who} no resources yet. They appear here as soon as they are added.${
      empty.length === running.length ? '' : ' You finished every resource of your other leagues.'
    }`,
  };
}
