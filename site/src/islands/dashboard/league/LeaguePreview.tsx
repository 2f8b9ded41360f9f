import type { ComponentProps, ComponentType } from 'react';
import { getLeagueProgress } from '#contract/learning.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createQuery, type Query } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { type LeagueView, toLeagueView } from '../data/league-view.ts';
import { NO_PROGRESS } from '../data/progress.ts';
import type { LeagueScreen } from './LeagueScreen.tsx';

/** For staff: the league as new learners see it. Stores nothing on the device. */
export function LeaguePreview({
  leagueId,
  Screen,
}: {
  leagueId: string;
  Screen: ComponentType<ComponentProps<typeof LeagueScreen>>;
}) {
  return (
    <Screen leagueId={leagueId} read={previewOf}>
      <Alert announce={false} className="mt-6">
        Learners see this page when they begin. Nothing can be ticked, noted or handed in here, and nothing is
        saved.{' '}
        <a className="link" href={`/admin/league/${encodeURIComponent(leagueId)}`}>
          Back to managing this league
        </a>
      </Alert>
    </Screen>
  );
}

function previewOf(leagueId: string): Query<LeagueView | { isMissing: true }> {
  return createQuery<LeagueView | { isMissing: true }>(`preview-${leagueId}`, async () => {
    const view = toLeagueView(leagueId, await callApi(getLeagueProgress, { params: { leagueId } }));
    return view ? toPreview(view) : { isMissing: true };
  });
}

export function toPreview({ certificate: _, lastDoneId: __, ...league }: LeagueView): LeagueView {
  return {
    ...league,
    isPreview: true,
    weeks: league.weeks.map((week) => ({
      ...week,
      sections: week.sections.map((section) => ({
        ...section,
        resources: section.resources.map((resource) => ({ ...resource, progress: NO_PROGRESS })),
      })),
    })),
  };
}
