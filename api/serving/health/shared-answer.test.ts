import { expect, spyOn, test } from 'bun:test';
import { makeApp } from '../../test/make-app.ts';

test('P53 who asks for the health at the same time shares one statement, so a flood asks no more', async () => {
  const api = await makeApp();
  const execute = spyOn(api.db, 'execute');
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => api.request(index % 2 ? '/health' : '/readyz')),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(execute).toHaveBeenCalledTimes(1);
  expect((await api.request('/readyz')).status).toBe(200);
  expect(execute).toHaveBeenCalledTimes(2);
  execute.mockRestore();
  await api.close();
});
