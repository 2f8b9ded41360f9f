import { at, circle, GREY, INK, mix, PAPER, rect, repeat, ring, shape, stroke, YELLOW } from './draw.ts';

/** A laptop seen from behind; (x, y) is the middle of its lower edge. */
export const laptop = (x: number, y: number, scale: number, color: string) =>
  at(
    x,
    y,
    scale,
    rect(-90, -120, 180, 116, color, 10) + circle(0, -62, 11, PAPER) + rect(-108, -8, 216, 12, GREY, 6),
  );

/** A glass of chai. */
export const chai = (x: number, y: number, scale: number) =>
  at(x, y, scale, shape('M-26-70H26L19 0H-19Z', '#F4EFE2') + shape('M-23-48H23L18-6H-18Z', '#B9763F'));

/** A samosa. */
export const samosa = (x: number, y: number, scale: number) =>
  at(
    x,
    y,
    scale,
    shape('M0-58Q40-6 44 0H-44Q-40-6 0-58Z', '#D79A45') + stroke('M-30-6Q0-22 30-6', '#A8702A', 4),
  );

/** Sticky notes in columns on a wall, filling the given box. */
export function stickyNotes(
  x: number,
  y: number,
  columns: number,
  rows: number,
  size: number,
  colors: readonly [string, ...string[]],
  next: () => number,
): string {
  return repeat(columns * rows, (index) => {
    const left = x + (index % columns) * size * 1.25;
    const top = y + Math.floor(index / columns) * size * 1.25;
    const color = colors[Math.floor(next() * colors.length)] ?? colors[0];
    const turn = Math.round((next() - 0.5) * 12);
    return `<g transform="rotate(${turn} ${Math.round(left + size / 2)} ${Math.round(top + size / 2)})">${
      rect(left, top, size, size, color) +
      stroke(
        `M${Math.round(left + size * 0.18)} ${Math.round(top + size * 0.35)}h${Math.round(size * (0.3 + next() * 0.35))}m${-Math.round(size * 0.3)} ${Math.round(size * 0.25)}h${Math.round(size * 0.3)}`,
        INK,
        5,
      )
    }</g>`;
  });
}

/** Rising bars with a line above them, 300 × 200. */
export const chart = (x: number, y: number, scale: number, accent: string, line: string) =>
  at(
    x,
    y,
    scale,
    repeat(5, (index) =>
      rect(index * 60, 200 - (50 + index * 32), 40, 50 + index * 32, index === 4 ? YELLOW : accent, 4),
    ) + stroke('M10 120L80 100L140 60L200 40L280 -30', line, 7),
  );

/** A clock face showing the time; r is its radius. */
export function clock(x: number, y: number, r: number, hours: number, minutes: number): string {
  const hand = (turn: number, length: number, width: number) =>
    stroke(
      `M${x} ${y}L${Math.round(x + Math.sin(turn) * length)} ${Math.round(y - Math.cos(turn) * length)}`,
      INK,
      width,
    );
  const minuteTurn = (minutes / 60) * 2 * Math.PI;
  const hourTurn = ((hours % 12) / 12) * 2 * Math.PI + minuteTurn / 12;
  return (
    circle(x, y, r, PAPER) +
    ring(x, y, r, INK, 14) +
    repeat(12, (index) => {
      const turn = (index / 12) * 2 * Math.PI;
      return circle(
        x + Math.sin(turn) * r * 0.82,
        y - Math.cos(turn) * r * 0.82,
        index % 3 === 0 ? 8 : 4,
        INK,
      );
    }) +
    hand(hourTurn, r * 0.48, 16) +
    hand(minuteTurn, r * 0.72, 10) +
    circle(x, y, 14, YELLOW)
  );
}

/** Bulbs on a string across the width, hanging from y. */
export const bulbs = (y: number, count: number, sag: number) =>
  stroke(`M0 ${y}Q600 ${y + sag * 2} 1200 ${y}`, INK, 4) +
  repeat(count, (index) => {
    const t = (index + 0.5) / count;
    const drop = y + 4 * sag * t * (1 - t);
    return circle(t * 1200, drop + 20, 34, mix(YELLOW, PAPER, 0.6)) + circle(t * 1200, drop + 20, 15, YELLOW);
  });

/** A window of four panes. */
export const windowPane = (
  x: number,
  y: number,
  width: number,
  height: number,
  sky: string,
  inside: string,
) =>
  rect(x, y, width, height, sky) +
  inside +
  stroke(
    `M${x} ${y}h${width}v${height}h${-width}ZM${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}`,
    PAPER,
    16,
  );

/** A microphone on its stand; (x, y) is the foot. */
export const microphone = (x: number, y: number, scale: number) =>
  at(
    x,
    y,
    scale,
    stroke('M-70 0H70M0 0V-420', INK, 14) +
      rect(-30, -520, 60, 120, GREY, 30) +
      stroke('M-28-490H28M-28-466H28M-28-442H28', PAPER, 5),
  );

/** A lanyard with a card. */
export const lanyard = (x: number, y: number, color: string) =>
  stroke(`M${x - 24} ${y}L${x} ${y + 190}L${x + 24} ${y}`, color, 16) +
  rect(x - 60, y + 190, 120, 160, PAPER, 10) +
  rect(x - 60, y + 190, 120, 40, color, 10) +
  circle(x, y + 272, 24, mix(color, PAPER, 0.5)) +
  stroke(`M${x - 34} ${y + 318}h68`, INK, 7);
