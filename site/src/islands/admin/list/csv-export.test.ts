import { afterEach, expect, test } from 'bun:test';
import { exportCohorts } from '#contract/cohorts.ts';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import type { DownloadedFile } from '#site/islands/shared/http/download.ts';
import { exportList, toExportQuery, toListQuery } from './csv-export.ts';

const fetchBefore = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchBefore;
});

function answerWith(response: () => Response): URL[] {
  const asked: URL[] = [];
  globalThis.fetch = (async (input: string | URL | Request) => {
    asked.push(new URL(String(input), 'http://localhost'));
    return response();
  }) as typeof fetch;
  return asked;
}

test('the server is asked for what is set, and for nothing else', () => {
  const state = { search: '', sort: null, page: 1, filters: { state: '', leagueId: '' } };
  expect(toListQuery(state, '')).toEqual({});
  expect(toListQuery({ ...state, page: 3, filters: { state: 'withdrawn', leagueId: 'l1' } }, 'asha')).toEqual(
    { page: 3, search: 'asha', state: 'withdrawn', leagueId: 'l1' },
  );
});

test('an export is asked what the list is asked, without its page', () => {
  const list = { search: '  asha ', filters: { state: 'active', cohortId: '' }, sort: null, page: 4 };
  expect(toExportQuery(list)).toEqual({ search: 'asha', state: 'active' });
  expect(toExportQuery({ search: '', filters: {}, sort: null, page: 1 })).toEqual({});
  expect(
    toExportQuery({
      search: ' ',
      filters: { cohortId: 'c1' },
      sort: { key: 'name', direction: 'descending' },
      page: 1,
    }),
  ).toEqual({ cohortId: 'c1', sort: 'name', direction: 'desc' });
});

test('a list is saved under the name that the server gives it', async () => {
  const asked = answerWith(
    () =>
      new Response('Name\r\n', {
        headers: { 'content-disposition': 'attachment; filename="cohorts-2026-01-02.csv"' },
      }),
  );
  const saved: DownloadedFile[] = [];
  const name = await exportList(exportCohorts, { state: 'active' }, (file) => saved.push(file));
  expect(name).toBe('cohorts-2026-01-02.csv');
  expect(saved.map((file) => file.name)).toEqual([name]);
  expect(await saved[0]?.content.text()).toBe('Name\r\n');
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/admin/cohorts/export?state=active',
  ]);
});

test('a refused export saves nothing and says why', async () => {
  answerWith(() => Response.json({ success: false, error: 'Too many attempts' }, { status: 429 }));
  const saved: DownloadedFile[] = [];
  const failure = await exportList(exportCohorts, {}, (file) => saved.push(file)).catch((error) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect([failure.message, saved]).toEqual(['Too many attempts', []]);
});
