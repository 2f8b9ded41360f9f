import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeApp, type TestApp } from './test/make-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

describe('the frame', () => {
  test('ENT-57 an unknown route answers 404 in the envelope', async () => {
    const response = await api.request('/api/nowhere');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, error: 'Route not found' });
  });
});
