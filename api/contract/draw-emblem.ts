import { EMBLEMS, type EmblemKey } from './emblems.ts';

/** White has at least 3 : 1 contrast on each of them (WCAG 1.4.11). */
export const EMBLEM_COLORS = {
  green: EMBLEMS.finance.color,
  violet: EMBLEMS.quantum.color,
  red: EMBLEMS.ml.color,
  pink: EMBLEMS['soft-skills'].color,
  blue: EMBLEMS['competitive-programming'].color,
  teal: EMBLEMS.iot.color,
  brown: EMBLEMS.exmatrix.color,
  grey: EMBLEMS.league.color,
};

/** Parses 'soft-skills-teal' into emblem and colour; null for any other text. */
export function readEmblem(text: string): { emblem: EmblemKey; color: keyof typeof EMBLEM_COLORS } | null {
  const [, emblem = '', color = ''] = /^(.+)-(.+)$/.exec(text) ?? [];
  return isKeyOf(EMBLEMS, emblem) && isKeyOf(EMBLEM_COLORS, color) ? { emblem, color } : null;
}

const isKeyOf = <T extends object>(known: T, key: PropertyKey): key is keyof T => Object.hasOwn(known, key);

/** Returns the inner markup of a 64 × 64 SVG; `node` holds the attributes of the accents. */
export function drawEmblem(
  emblem: EmblemKey,
  { ground, line: stroke, node: accent }: { ground: string; line: string; node: string },
): string {
  const looks = { line: '', mark: ` fill="${stroke}"`, node: ` ${accent}` };
  const drawn = EMBLEMS[emblem].parts.map(({ d, kind }) => `<path d="${d}"${looks[kind]}/>`).join('');
  return `<rect width="64" height="64" rx="12" fill="${ground}"/><g transform="translate(6.4 6.4) scale(.8)" fill="none" stroke="${stroke}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`;
}
