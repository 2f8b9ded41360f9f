import { BAKED_KEYWORD } from '#contract/credentials.ts';

const FILE_FAULTS = {
  big: 'This file is larger than 1 MB. A credential is much smaller.',
  none: 'There is no signed credential in this file.',
  picture:
    'There is no credential in this picture. A screenshot or a resized copy loses it: use the original file.',
  cut: 'This picture is cut off. Download it again, or ask for it again.',
  packed: 'The credential in this picture is compressed, which we cannot read. Ask for the .jwt file.',
};

export class FileFault extends Error {
  constructor(readonly reason: keyof typeof FILE_FAULTS) {
    super(FILE_FAULTS[reason]);
  }
}

const MAX_BYTES = 1024 * 1024;
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JWS = /(?:^|[^\w-])(eyJ[\w-]*\.[\w-]+\.[\w-]*)/;

export const findJws = (text: string): string | undefined => JWS.exec(text)?.[1];

/** The compact JWS in a text or a baked PNG. Throws FileFault. */
export async function readCredential(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new FileFault('big');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPng = PNG_START.every((byte, at) => bytes[at] === byte);
  const jws = findJws(isPng ? readBakedText(bytes) : new TextDecoder().decode(bytes));
  if (!jws) throw new FileFault('none');
  return jws;
}

// A chunk: length (4 bytes), type (4), data, checksum (4).
function readBakedText(png: Uint8Array): string {
  const view = new DataView(png.buffer);
  const latin = new TextDecoder('latin1');
  for (let at = PNG_START.length; at + 12 <= png.length; ) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > png.length) break;
    const type = latin.decode(png.subarray(at + 4, at + 8));
    const text = /^[iz]TXt$/.test(type) ? latin.decode(png.subarray(at + 8, end)) : '';
    if (text.startsWith(`${BAKED_KEYWORD}\0`)) {
      const [flag] = text.slice(BAKED_KEYWORD.length + 1);
      if (type === 'zTXt' || flag !== '\0') throw new FileFault('packed');
      return text.slice(BAKED_KEYWORD.length + 3);
    }
    if (type === 'IEND') throw new FileFault('picture');
    at = end + 4;
  }
  throw new FileFault('cut');
}
