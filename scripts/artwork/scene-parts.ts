import {
  type Chance,
  circle,
  GREY,
  INK,
  mix,
  PAPER,
  rect,
  repeat,
  SAND,
  shape,
  stroke,
  YELLOW,
} from './draw.ts';
import { person, personFromBehind } from './people.ts';
import { laptop } from './props.ts';

/** Draws a picture of 1200 × 800 in one accent colour. */
export type Scene = (accent: string, chance: Chance) => string;

export const wall = (color: string) => rect(0, 0, 1200, 800, color);
export const tint = (accent: string, share: number) => mix(accent, PAPER, share);
export const table = (y: number, color: string) =>
  rect(0, y, 1200, 800 - y, color) + rect(0, y, 1200, 18, mix(color, INK, 0.25));

/** Rows of people seen from behind, larger towards the front. */
export function rows(accent: string, chance: Chance, from: number, count: number): string {
  return repeat(count, (row) => {
    const scale = 0.62 + row * 0.24;
    const gap = 150 * (0.8 + row * 0.3);
    const people = Math.ceil(1300 / gap) + 1;
    return repeat(people, (index) =>
      personFromBehind(index * gap + (row % 2 ? gap / 2 : 0) - 30, from + row * 120, scale, chance, accent),
    );
  });
}

/** People in one row behind a table. */
export function seatedTeam(accent: string, chance: Chance, count: number): string {
  const gap = 1040 / count;
  return repeat(count, (index) => {
    const x = 80 + gap * (index + 0.5);
    return person(x, 500 + chance.between(-24, 14), 1.25, chance, accent);
  });
}

/** Points and lines between them, some of them yellow. */
export function network(accent: string, chance: Chance, line: string): string {
  const points = Array.from({ length: 11 }, (_, index) => ({
    x: 190 + (index % 4) * 250 + chance.between(-50, 50),
    y: 150 + Math.floor(index / 4) * 170 + chance.between(-30, 30),
  }));
  return (
    points
      .flatMap((point, index) =>
        [points[index + 1], points[index + 4]]
          .filter((other) => other !== undefined)
          .map((other) =>
            stroke(
              `M${Math.round(point.x)} ${Math.round(point.y)}L${Math.round(other.x)} ${Math.round(other.y)}`,
              line,
              6,
            ),
          ),
      )
      .join('') +
    points
      .map((point, index) =>
        circle(
          point.x,
          point.y,
          index % 3 === 0 ? 40 : 26,
          index % 3 === 0 ? YELLOW : index % 3 === 1 ? accent : line,
        ),
      )
      .join('')
  );
}

/** Lines of code; one of them may be marked. */
export function codeLines(chance: Chance, accent: string, marked: boolean): string {
  return repeat(11, (index) => {
    const y = 130 + index * 46;
    const indent = 180 + Math.round(chance.between(0, 3)) * 52;
    const first = chance.between(60, 190);
    const second = chance.between(90, 330);
    return (
      (marked && index === 6 ? rect(150, y - 22, 900, 44, mix(YELLOW, INK, 0.62)) : '') +
      rect(indent, y - 9, first, 18, chance.pick([YELLOW, tint(accent, 0.35), PAPER]), 9) +
      rect(indent + first + 24, y - 9, second, 18, chance.pick([GREY, tint(accent, 0.5), '#8F8A7A']), 9)
    );
  });
}

export const stars = (chance: Chance) =>
  repeat(40, () => circle(chance.between(0, 1200), chance.between(0, 420), chance.between(1.5, 4), PAPER));
export const ridge = (base: number, height: number, color: string, chance: Chance) => {
  const peaks = Array.from(
    { length: 6 },
    (_, index) =>
      `L${index * 240 + 120} ${Math.round(base - chance.between(0.4, 1) * height)}L${index * 240 + 240} ${Math.round(base - height * 0.15)}`,
  );
  return shape(`M0 ${base}${peaks.join('')}V800H0Z`, color);
};

/** A team with its laptops behind a table. */
export function teamAtTable(accent: string, chance: Chance, count: number): string {
  return (
    wall(chance.pick([tint(accent, 0.75), SAND, mix(YELLOW, PAPER, 0.35)])) +
    stroke(`M90 120H${chance.pick([420, 560, 700])}M90 170H360`, tint(accent, 0.5), 14) +
    seatedTeam(accent, chance, count) +
    table(590, '#C99A62') +
    repeat(count, (index) =>
      laptop(80 + (1040 / count) * (index + 0.5), 620, 1.05, index % 2 ? INK : mix(accent, INK, 0.3)),
    )
  );
}

const LAYERS = [4, 5, 3, 1];
/** A small neural network, layer by layer. */
export function layers(accent: string): string {
  const columns = LAYERS.map((count, column) =>
    Array.from({ length: count }, (_, index) => ({
      x: 190 + column * 170,
      y: 320 + (index - (count - 1) / 2) * 96,
    })),
  );
  const lines = columns.flatMap((points, column) =>
    points.flatMap((from) =>
      (columns[column + 1] ?? []).map((to) => stroke(`M${from.x} ${from.y}L${to.x} ${to.y}`, GREY, 5)),
    ),
  );
  const dots = columns.flatMap((points, column) =>
    points.map(({ x, y }, index) =>
      circle(
        x,
        y,
        32,
        column === 3 || (column + index) % 3 === 1 ? YELLOW : mix(accent, PAPER, column * 0.2),
      ),
    ),
  );
  return lines.join('') + dots.join('');
}

/** The outline of a star with `points` tips. */
export function star(x: number, y: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const r = index % 2 ? inner : outer;
    const turn = (index / points) * Math.PI - Math.PI / 2;
    return `${Math.round(x + Math.cos(turn) * r)} ${Math.round(y + Math.sin(turn) * r)}`;
  });
  return `M${corners.join('L')}Z`;
}
