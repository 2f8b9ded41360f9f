import { expect, test } from 'bun:test';
import { encode } from 'uqr';
import site from '#content/site.json';
import { drawQrCode } from './qr-code.ts';

test('HOME-58 the drawing has every dark module of the invite and no other', () => {
  const svg = drawQrCode(site.inviteUrl);
  const { data, size } = encode(site.inviteUrl, { ecc: 'M', border: 0 });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let step = 0; step < Number(length); step++) {
      const row = drawn[Number(y)];
      if (row) row[Number(x) + step] = true;
    }
  }
  expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`);
  expect(drawn).toEqual(data);
});
