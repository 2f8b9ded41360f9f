import { BAKED_KEYWORD } from '#contract/credentials.ts';

const SIGNATURE_BYTES = 8;

/** Puts a credential into a PNG as an uncompressed iTXt chunk (Open Badges 3.0, 5.3.1). */
export function bakePng(png: Uint8Array<ArrayBuffer>, credential: string): Blob {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let at = SIGNATURE_BYTES;
  while (nameAt(png, at) !== 'IDAT') at += 12 + view.getUint32(at);
  // No compression, no language and no translated keyword.
  const text = new TextEncoder().encode(`iTXt${BAKED_KEYWORD}\0\0\0\0\0${credential}`);
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, text.length - 4);
  ends.setUint32(4, toCrc(text));
  const chunk = [ends.buffer.slice(0, 4), text, ends.buffer.slice(4)];
  return new Blob([png.subarray(0, at), ...chunk, png.subarray(at)], { type: 'image/png' });
}

const nameAt = (png: Uint8Array, at: number) => String.fromCharCode(...png.subarray(at + 4, at + 8));

/** CRC-32 of name and data, as the PNG specification has it (annex D). */
function toCrc(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
