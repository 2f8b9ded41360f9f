import * as harfbuzz from 'harfbuzzjs';
import subsetFont from 'subset-font';

/** Throws when the data is not a font. */
export const unpackFont = async (data: Uint8Array): Promise<Uint8Array> =>
  subsetFont(Buffer.from(data), undefined, { targetFormat: 'sfnt', keepAllGlyphs: true });

export const openFace = (sfnt: Uint8Array): harfbuzz.Face =>
  new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt).buffer));

export function hasLatinLetters(sfnt: Uint8Array): boolean {
  const has = new Set(openFace(sfnt).collectUnicodes());
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-'].every((sign) =>
    has.has(sign.codePointAt(0) ?? 0),
  );
}
