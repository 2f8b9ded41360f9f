import { expect, spyOn, test } from 'bun:test';
import { ERRORS } from '#contract/errors.ts';
import { readJson } from './input.ts';

const post = (body: BodyInit, length?: number) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
    body,
  });

test('F12 a body whose length is announced is read without a stream', async () => {
  const read = spyOn(Request.prototype, 'bytes');
  expect(await readJson(post('{"a":1}'), 64)).toEqual({ a: 1 });
  expect(read).toHaveBeenCalledTimes(0);
  expect(await readJson(post('{"a":1}', 7), 64)).toEqual({ a: 1 });
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
});

test('P37 a body is cut off at its limit, whatever it announces', async () => {
  const long = JSON.stringify({ a: 'x'.repeat(100) });
  for (const length of [undefined, 7, long.length]) {
    const refusal = await readJson(post(long, length), 64).catch(({ reason }) => reason);
    expect([length, refusal]).toEqual([length, ERRORS.BODY_TOO_LARGE.reason]);
  }
});
