import { expect, test } from 'bun:test';
import { encode } from 'uqr';
import site from '#content/site.json';
import { drawQrCode } from './qr-code.ts';

test('HOME-58 the drawing has every dark module of the invite and no other', () => {
  const svg = drawQrCode(site.inviteUrl);
  const { data, size } = encode(site.inviteUrl, { ecc: 'M', border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  let [x, y] = [0, 0];
  for (const [, start, line, gap, length] of svg.matchAll(/(?:M(\d+) (\d+)\.5|m(\d+) 0)h(\d+)/g)) {
    [x, y] = line === undefined ? [x + Number(gap), y] : [Number(start), Number(line)];
    for (const end = x + Number(length); x < end; x++) {
      const row = drawn[y];
      if (row) row[x] = true;
    }
  }
  expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`);
  expect(drawn).toEqual(data);
});
