import { afterAll, expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signup } from '#contract/auth.ts';
import { createNameResolver } from '../../platform/http/outgoing.ts';
import { openTestApp } from '../../test/open-app.ts';
import { fetchImage, findIcon } from './find-icon.ts';
import { createIconStore } from './icon-store.ts';
import { createIcons } from './icons.ts';

const SITES = 76;
/** A name server that is asked and never answers. */
const silent = createSocket('udp4');
const asked = new Set<string>();

silent.on('message', (query) => asked.add(readName(query)));
await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
const folder = await mkdtemp(join(tmpdir(), 'favicons-'));
const api = await openTestApp();
afterAll(async () => {
  silent.close();
  await rm(folder, { recursive: true, force: true });
});

test('FAVICON-04 names that nobody answers for keep neither a page nor sign-up waiting, and few are asked', async () => {
  const resolve = createNameResolver([`127.0.0.1:${silent.address().port}`]);
  const answerFor = createIcons({
    store: createIconStore({ folder }),
    find: (host) =>
      findIcon(host, ['https://{host}/favicon.ico'], (address, options) =>
        fetchImage(address, { ...options, resolve }),
      ),
  });
  const icons = await Promise.all(
    Array.from({ length: SITES }, (_, index) => answerFor(`site-${index + 1}.org`)),
  );
  expect(icons).toEqual(icons.map(() => ({ bytes: new Uint8Array(), isFinal: false })));
  const signUps = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      api.call(signup, {
        body: {
          name: `Learner ${index}`,
          email: `learner-${index}@example.org`,
          password: 'a long enough password',
        },
      }),
    ),
  );
  expect(signUps.map(({ status }) => status)).toEqual(signUps.map(() => 201));
  while (asked.size === 0) await Bun.sleep(1);
  expect(asked.size, 'four at once, and no more after four that had no answer').toBeLessThanOrEqual(7);
});

/** The name that a DNS query asks for (RFC 1035 4.1.2). */
function readName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += (query[at] ?? 0) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join('.');
}
