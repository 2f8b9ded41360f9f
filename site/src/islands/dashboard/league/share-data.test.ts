import { expect, test } from 'bun:test';
import { toLeagueView } from './league-view.ts';
import { toLeagueShare, toProgressShare } from './share-data.ts';

test('SHARE-06 all progress in four numbers and nothing else', () => {
  const statistics = {
    totalEnrollments: 3,
    totalLeagues: 9,
    totalSections: 24,
    totalCompletedSections: 7,
    totalResources: 90,
    totalCompletedResources: 27,
    overallProgress: 30,
    badgesEarned: 1,
    specializationsCompleted: 0,
  };
  expect(toProgressShare({ statistics })).toEqual({
    overallProgress: 30,
    completedSections: 7,
    totalSections: 24,
    enrollments: 3,
  });
});

test('SHARE-07 a league with its name, its rounded percentage and its topics', () => {
  const resource = (id: string, isCompleted: boolean) => ({
    id,
    title: id,
    url: 'https://learn.example/',
    type: 'VIDEO',
    progress: { isCompleted, personalNote: 'mine' },
  });
  const section = (id: string) => ({ id, name: id, resources: [resource(id, id === 's1')] });
  const view = toLeagueView('ml', {
    league: { name: 'ML' },
    progress: {
      weeks: [
        { id: 'w1', name: 'W1', sections: [section('s1'), section('s2')] },
        { id: 'w2', name: 'W2', sections: [section('s3')] },
      ],
    },
  });
  expect(view && toLeagueShare(view)).toEqual({
    leagueName: 'ML',
    progressPercentage: 33,
    sectionsCount: 3,
  });
});
