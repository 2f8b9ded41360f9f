import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { createId } from '../process/secrets.ts';
import { readAcceptedEncodings } from './reply.ts';

const api = await openTestApp();
const league = await addLeague(api.db, { weeks: 4, sections: 4, resources: 10 });
const learner = await addLearner(api.db, league);
const leaguePath = `/api/progress/leagues/${league.id}`;

const ask = (path: string, accept?: string) =>
  api.request(path, {
    headers: {
      authorization: `Bearer ${learner.token}`,
      ...(accept === undefined ? {} : { 'accept-encoding': accept }),
    },
  });

test('a long reply goes out in gzip for who takes it, a third as long, and says the same', async () => {
  const plain = await ask(leaguePath);
  expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
  expect(plain.headers.get('vary')).toContain('Accept-Encoding');
  const text = await plain.text();

  const packed = await ask(leaguePath, 'gzip, deflate, br, zstd');
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toContain('Accept-Encoding');
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(JSON.parse(text));
  expect(bytes.length).toBeLessThan(text.length / 3);

  for (const accept of ['br', 'gzip;q=0', 'identity']) {
    const refused = await ask(leaguePath, accept);
    expect([await refused.text(), refused.headers.get('content-encoding')]).toEqual([text, null]);
  }
});

test('a short reply and an error go out as they are', async () => {
  for (const path of ['/api/profile', `/api/progress/leagues/${createId()}`]) {
    const reply = await ask(path, 'gzip');
    expect([reply.headers.get('content-encoding'), typeof (await reply.json())]).toEqual([null, 'object']);
  }
});

test('F12 who makes up ten thousand Accept-Encoding headers fills no memory, and is answered all the same', () => {
  for (let number = 0; number < 10_000; number++) readAcceptedEncodings(`gzip, made-up-${number}`);
  const late = 'br, made-up-late';
  expect(readAcceptedEncodings(late)).toEqual({ br: true, gzip: false });
  // What is remembered is the same object each time.
  expect(readAcceptedEncodings(late)).not.toBe(readAcceptedEncodings(late));
});
