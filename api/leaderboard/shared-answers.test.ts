import { expect, test } from 'bun:test';
import { shareAnswers } from './shared-answers.ts';
import type { SharedBoard } from './shared-board.ts';

test('F12 of one version fifty pages are kept; who asks for others has them read anew', async () => {
  const asked: string[] = [];
  const board = { head: new Uint8Array(), tag: '' } as SharedBoard;
  const boards = {
    get: async (key: string) => {
      asked.push(key);
      return { value: board };
    },
  };
  const answer = shareAnswers(
    {} as Parameters<typeof shareAnswers>[0],
    boards as unknown as Parameters<typeof shareAnswers>[1],
    { current: () => '1', read: () => Promise.reject(new Error('not asked')) },
  );
  const read = async (page: number) => {
    const before = asked.length;
    await answer({ version: '1', page: String(page), limit: '10' }, {} as Parameters<typeof answer>[1]);
    return asked.length > before;
  };
  for (let page = 1; page <= 51; page++) expect([page, await read(page)]).toEqual([page, true]);
  expect([await read(1), await read(50), await read(51)]).toEqual([false, false, true]);
});
