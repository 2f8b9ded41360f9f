import { useStore } from '@nanostores/react';
import { Button } from '#site/islands/ui/Button.tsx';
import { EmptyState } from '#site/islands/ui/EmptyState.tsx';
import { useOwnLeagues } from '../access/access.ts';
import { clearList } from '../list/ListToolbar.tsx';
import type { ListControl } from '../list/list-state.ts';

export function NothingFound({ list, title }: { list: ListControl; title: string }) {
  const { search, filters } = useStore(list.$list);
  const leagues = useOwnLeagues();
  const league = leagues.data?.find(({ id }) => id === filters.leagueId);
  const others = Object.entries(filters).filter(([name, value]) => name !== 'leagueId' && value !== '');
  const isLeagueEmpty = league && search.trim() === '' && others.length === 0;
  return (
    <EmptyState
      title={isLeagueEmpty ? 'No modules found' : title}
      action={
        <Button variant="secondary" onClick={() => clearList(list)}>
          Clear search and filters
        </Button>
      }
    >
      {isLeagueEmpty ? `${league.name} has no modules yet.` : 'Nothing matches your search and filters.'}
    </EmptyState>
  );
}
