import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** Throws for anything but WOFF 1. */
export function unpackWoff(woff: Uint8Array): Uint8Array {
  const source = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  if (source.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file');
  const count = source.readUInt16BE(12);
  const font = Buffer.alloc(source.readUInt32BE(16));
  // HarfBuzz ignores the binary search fields of the header.
  source.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let end = 12 + count * 16;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) =>
      source.readUInt32BE(entry + at),
    ) as [number, number, number, number];
    const stored = source.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const record = 12 + index * 16;
    source.copy(font, record, entry, entry + 4);
    font.writeUInt32BE(checksum, record + 4);
    font.writeUInt32BE(end, record + 8);
    font.writeUInt32BE(length, record + 12);
    table.copy(font, end);
    end += Math.ceil(length / 4) * 4;
  }
  return new Uint8Array(font);
}
