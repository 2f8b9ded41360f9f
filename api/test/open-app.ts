import { afterAll } from 'bun:test';
import { type Fill, makeApp, type TestApp } from './make-app.ts';

/** The app of one test file, closed after its tests. */
export async function openTestApp(settings: Record<string, string> = {}, fill?: Fill): Promise<TestApp> {
  const api = await makeApp(settings, fill);
  afterAll(() => api.close());
  return api;
}
