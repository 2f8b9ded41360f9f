import { expect, test } from 'bun:test';
import { toParams } from './AuditLog.tsx';

const filters = { entity: '', action: '', leagueId: '', from: '', to: '' };

test('audit log: filters ask the server; days are whole ones, the last one included', () => {
  expect(toParams({ search: '', filters, sort: null, page: 1 }, '')).toEqual({});
  expect(
    toParams(
      {
        search: 'asha',
        filters: { ...filters, entity: 'cohort', from: '2026-03-01', to: '2026-03-01' },
        sort: null,
        page: 3,
      },
      'asha',
    ),
  ).toEqual({
    page: 3,
    actor: 'asha',
    entity: 'cohort',
    from: new Date(2026, 2, 1).toISOString(),
    to: new Date(2026, 2, 2).toISOString(),
  });
  const aboutAsha = { ...filters, by: 'target', userId: 'u1' };
  expect(toParams({ search: '', filters: aboutAsha, sort: null, page: 1 }, 'asha')).toEqual({
    target: 'asha',
    userId: 'u1',
  });
  for (const from of ['yesterday', '2026-3-1', '0000-00-00']) {
    expect(toParams({ search: '', filters: { ...filters, from }, sort: null, page: 1 }, '')).toEqual({});
  }
});
