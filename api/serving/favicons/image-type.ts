/** Excludes SVG, which could carry scripts. */
export type ImageType = 'image/png' | 'image/x-icon' | 'image/gif' | 'image/jpeg' | 'image/webp';

const STARTS: readonly (readonly [ImageType, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/x-icon', [0x00, 0x00, 0x01, 0x00]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

export function toImageType(bytes: Uint8Array): ImageType | null {
  const isAt = (signs: readonly number[], offset = 0) =>
    signs.every((sign, index) => bytes[offset + index] === sign);
  if (isAt(RIFF) && isAt(WEBP, 8)) return 'image/webp';
  return STARTS.find(([, signs]) => isAt(signs))?.[0] ?? null;
}
