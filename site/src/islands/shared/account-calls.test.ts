import { expect, test } from 'bun:test';
import * as auth from '#contract/auth.ts';
import * as codes from '#contract/codes.ts';
import * as migration from '#contract/profile-migration.ts';
import * as calls from './account-calls.ts';

const contract: Record<string, unknown> = { ...auth, ...codes, ...migration };

for (const [name, call] of Object.entries(calls)) {
  test(`SESSION-11 ${name} is the call of the contract`, () => {
    expect(contract[name]).toMatchObject({ ...call, name });
  });
}
