import { expect, test } from 'bun:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { bakePng } from './bake-png.ts';

const CREDENTIAL = 'eyJhbGciOiJFZERTQSJ9.eyJuYW1lIjoi4KiF4KiGIn0.c2ln';

const drawn = (width: number) =>
  sharp({ create: { width, height: width, channels: 4, background: '#1b8a5a80' } }).png();

/** Name and data of each chunk, after its checksum. */
function readChunks(png: Buffer): [name: string, data: Buffer][] {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end)]);
    at = end + 4;
  }
  return chunks;
}

const bake = async (png: Buffer) => Buffer.from(await bakePng(new Uint8Array(png), CREDENTIAL).arrayBuffer());

test('a credential is one uncompressed iTXt chunk before the picture data, and nothing else changes', async () => {
  const png = await drawn(300).toBuffer();
  const baked = await bake(png);
  const chunks = readChunks(baked);
  const at = chunks.findIndex(([name]) => name === 'iTXt');
  expect(chunks[at + 1]?.[0]).toBe('IDAT');
  const [keyword, ...rest] = (chunks[at]?.[1].toString('utf8') ?? '').split('\0');
  // Compression flag and method, language, translated keyword; then the text.
  expect([keyword, ...rest]).toEqual(['openbadgecredential', '', '', '', '', CREDENTIAL]);
  expect(chunks.toSpliced(at, 1)).toEqual(readChunks(png));
});

test('another reader shows the same picture and finds the text', async () => {
  const png = await drawn(64).toBuffer();
  const baked = sharp(await bake(png), { failOn: 'warning' });
  const { format, width, comments } = await baked.metadata();
  expect([format, width]).toEqual(['png', 64]);
  expect(comments?.map(({ text }) => text)).toEqual([CREDENTIAL]);
  expect(await baked.raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
});

test('the credential stays before the first of several data chunks, also of a part of a buffer', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919) % 251));
  const png = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const names = readChunks(png).map(([name]) => name);
  expect(names.filter((name) => name === 'IDAT').length).toBeGreaterThan(1);
  const within = new Uint8Array(Buffer.concat([Buffer.alloc(5), png])).subarray(5);
  const baked = Buffer.from(await bakePng(within, CREDENTIAL).arrayBuffer());
  expect(readChunks(baked).map(([name]) => name)).toEqual(names.toSpliced(names.indexOf('IDAT'), 0, 'iTXt'));
});
