import { Inflate } from 'fflate';
import { UnreadableFiles } from './unreadable-files.ts';

/** A file as the contents of a zip tell of it; nothing of it is unpacked yet. */
export interface ZipEntry {
  name: string;
  /** Bytes it has unpacked, if that is true. */
  size: number;
  packedSize: number;
  /** CRC-32 of what is unpacked. */
  checksum: number;
  method: number;
  flags: number;
  /** Where its own header stands. */
  offset: number;
  isLink: boolean;
}

const CONTENTS_END = 0x06054b50;
const CONTENTS_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
/** The longest comment behind the contents. */
const COMMENT_MAX = 0xffff;
const ENCRYPTED = 1;
const UNIX = 3;
const FILE_KIND = 0o170000;
const LINK = 0o120000;

/** What a zip holds, from the contents at its end (APPNOTE.TXT 4.3.12). Throws when there are none. */
export function listEntries(zip: Uint8Array): ZipEntry[] {
  const view = toView(zip);
  let end = zip.length - 22;
  while (view.getUint32(end, true) !== CONTENTS_END) {
    end -= 1;
    if (end < zip.length - 22 - COMMENT_MAX) throw new RangeError('No contents');
  }
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    requireMark(view, at, CONTENTS_ENTRY);
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const madeOn = view.getUint8(at + 5);
    const mode = view.getUint16(at + 40, true);
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + 46, nameEnd)),
      size: view.getUint32(at + 24, true),
      packedSize: view.getUint32(at + 20, true),
      checksum: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      flags: view.getUint16(at + 8, true),
      offset: view.getUint32(at + 42, true),
      isLink: madeOn === UNIX && (mode & FILE_KIND) === LINK,
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Unpacks one file, and no more of it than it is said to hold. Throws UnreadableFiles for a link, a file under a
 * password and one that is not what its checksum says, anything else for what is no zip.
 */
export function unpack(zip: Uint8Array, entry: ZipEntry): Uint8Array {
  const { name, offset, packedSize, size, method, flags, isLink, checksum } = entry;
  if (isLink) throw new UnreadableFiles(`${name} is a link. Put the file itself in its place.`);
  if (flags & ENCRYPTED) throw new UnreadableFiles(`${name} has a password. Pack it without one.`);
  const view = toView(zip);
  requireMark(view, offset, FILE_HEADER);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = zip.subarray(start, start + packedSize);
  const content = method === 0 ? packed : method === 8 ? inflate(packed, size) : null;
  if (!content) throw new RangeError('Packed in another way');
  if (content.length === size && toChecksum(content) === checksum) return content;
  throw new UnreadableFiles(`${name} is damaged. Pack the files again.`);
}

/** So much is given to the inflater at a time; a thousand times as much may come back before it can be stopped. */
const PART = 4096;

/** The first bytes of what is packed, one more than `size` where there are more. */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  const content = new Uint8Array(size + 1);
  let filled = 0;
  const inflater = new Inflate((part) => {
    const fitting = part.subarray(0, content.length - filled);
    content.set(fitting, filled);
    filled += fitting.length;
  });
  for (let at = 0; at < packed.length && filled <= size; at += PART) {
    inflater.push(packed.subarray(at, at + PART), at + PART >= packed.length);
  }
  return content.subarray(0, filled);
}

const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

function requireMark(view: DataView, at: number, mark: number): void {
  if (view.getUint32(at, true) !== mark) throw new RangeError('Another part of the zip');
}

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** CRC-32 as zips have it. */
function toChecksum(content: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of content) rest = (REMAINDERS[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}
