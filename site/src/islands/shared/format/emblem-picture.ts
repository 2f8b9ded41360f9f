import { drawEmblem } from '#contract/draw-emblem.ts';
import { EMBLEMS, emblemFor } from '#contract/emblems.ts';

/** A league's emblem as a data URL, for an <img> or a canvas. */
export function toEmblemPicture(league: string): string {
  const emblem = emblemFor(league);
  const looks = getComputedStyle(document.documentElement);
  const [ink, paper, brand] = ['--ink', '--paper', '--brand'].map((name) => looks.getPropertyValue(name));
  const drawn = drawEmblem(emblem, {
    ground: EMBLEMS[emblem].color,
    line: `${paper}`,
    node: `fill="${brand}" stroke="${ink}"`,
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512">${drawn}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
