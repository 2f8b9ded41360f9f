import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import type { QueryState } from '../../shared/query/query.ts';
import { toLoadFailure, toSentences } from '../action/failures.ts';
import { leagueList } from '../data/league-list.ts';
import { type LeagueTick, LeagueTicks } from '../form/LeagueTicks.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';

/** Shown with a label if the leagues cannot be loaded; they cannot be confirmed. */
const SAMPLE_LEAGUES: readonly LeagueTick[] = ['Finance', 'Quantum', 'ML', 'Soft Skills'].map((name) => ({
  id: `sample-${name.toLowerCase().replace(' ', '-')}`,
  name,
  cohort: { name: 'Sample' },
}));

interface Props {
  loaded: QueryState<readonly LeagueTick[]>;
  chosen: readonly string[];
  disabled: boolean;
  onChange: (leagueIds: readonly string[]) => void;
}

export function LeagueChoices({ loaded: { data, error, isLoading }, chosen, disabled, onChange }: Props) {
  if (!data && !error) return <ListSkeleton label="Loading leagues..." />;
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="mb-2 text-sm font-semibold text-strong">
        Leagues{chosen.length > 0 ? ` (${chosen.length} chosen)` : ''}
      </legend>
      {chosen.length > 0 ? (
        <p className="-mt-2 text-sm text-muted wrap-anywhere">
          {(data ?? SAMPLE_LEAGUES)
            .filter(({ id }) => chosen.includes(id))
            .map(({ name }) => name)
            .join(', ')}
        </p>
      ) : null}
      {data ? null : (
        <Alert
          tone="warning"
          title="These are samples"
          action={
            <Button variant="secondary" size="small" busy={isLoading} onClick={leagueList.invalidate}>
              Load the leagues again
            </Button>
          }
        >
          {toSentences(
            ...(error ? [toLoadFailure('leagues', error)] : []),
            'Nothing can be confirmed with samples.',
          )}
        </Alert>
      )}
      <LeagueTicks
        leagues={data ?? SAMPLE_LEAGUES}
        isChosen={(id) => chosen.includes(id)}
        onToggle={({ id }) =>
          onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
        }
      >
        {({ name, cohort }) => (
          <span className="grid py-1 leading-tight">
            <span>
              {name}
              {data ? '' : ' (sample)'}
            </span>
            <span className="text-xs text-muted">{cohort.name}</span>
          </span>
        )}
      </LeagueTicks>
    </fieldset>
  );
}
