import { expect } from 'bun:test';
import type { Database } from '../platform/db/client.ts';
import { digestEverything } from './digest.ts';
import type { TestReply } from './make-app.ts';

/** Expects that a call was refused, with its status and words. */
export function expectRefusal({ status, body }: TestReply, expected: number, words: string): void {
  expect([status, body.success, body.error]).toEqual([expected, false, words]);
}

/** Sends each input, expects its status and words, and that no row of any table changed. */
export async function expectRefusals<Input>(
  db: Database,
  send: (input: Input) => Promise<TestReply>,
  refusals: readonly (readonly [input: NoInfer<Input>, status: number, words: string])[],
): Promise<void> {
  const before = await digestEverything(db);
  for (const [input, expected, words] of refusals) {
    const { status, body } = await send(input);
    expect([input, status, body.success, body.error]).toEqual([input, expected, false, words]);
  }
  expect(await digestEverything(db)).toEqual(before);
}
