import { expect, test } from 'bun:test';
import { Glob } from 'bun';

const islands = new URL('../..', import.meta.url).pathname;

test('SESSION-11 login, sign-up, refresh and flow status are asked for in one place each, and only one file fetches', async () => {
  const callers: Record<string, string[]> = {
    login: [],
    signup: [],
    refreshSession: [],
    getMigrationStatus: [],
  };
  const fetching: string[] = [];
  for await (const path of new Glob('**/*.{ts,tsx}').scan(islands)) {
    if (/\.test\.tsx?$|fake-/.test(path)) continue;
    const source = await Bun.file(`${islands}${path}`).text();
    for (const [call, files] of Object.entries(callers)) {
      if (new RegExp(`import \\{[^}]*\\b${call}\\b[^}]*\\} from '#contract/`).test(source)) files.push(path);
    }
    if (/[^.\w]fetch\(/.test(source)) fetching.push(path);
  }
  expect(callers.login).toEqual(['shared/session/sign-in.ts']);
  expect(callers.signup).toEqual(['shared/session/sign-in.ts']);
  expect(callers.refreshSession?.sort()).toEqual(['shared/http/api.ts', 'shared/session/sign-out.ts']);
  expect(callers.getMigrationStatus).toEqual(['shared/session/account-flow.ts']);
  // The updates page reads the code host, and the check for a new version the page itself, not our API.
  expect(fetching.filter((file) => !file.startsWith('updates/')).sort()).toEqual([
    'shared/http/api.ts',
    'shared/toast/ToastRegion.tsx',
  ]);
});
