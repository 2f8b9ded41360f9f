import {
  type Chance,
  circle,
  drawing,
  INK,
  mix,
  PAPER,
  rect,
  repeat,
  ring,
  SAND,
  shape,
  stroke,
  YELLOW,
} from './draw.ts';

/** A drawing of a league's idea on ink, 1200 × 800, in the league's colour. */
type Cover = (color: string, chance: Chance) => string;

const line = (points: [number, number][], color: string, width: number) =>
  stroke(`M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`, color, width);

const COVERS: Record<string, Cover> = {
  finance: (color, chance) => {
    let middle = 560;
    return repeat(13, (index) => {
      const up = index % 3 !== 1;
      const height = chance.between(70, 190);
      middle += up ? -42 : 34;
      const x = 90 + index * 82;
      const body = up ? (index === 12 ? YELLOW : color) : mix(color, INK, 0.55);
      return (
        stroke(
          `M${x + 24} ${Math.round(middle - height / 2 - 50)}V${Math.round(middle + height / 2 + 50)}`,
          mix(color, PAPER, 0.35),
          5,
        ) + rect(x, middle - height / 2, 48, height, body, 4)
      );
    });
  },
  quantum: (color) =>
    repeat(13, (index) => ring(410, 400, 40 + index * 48, mix(color, PAPER, index % 2 ? 0.1 : 0.45), 7)) +
    repeat(13, (index) => ring(790, 400, 40 + index * 48, mix(color, INK, index % 2 ? 0.2 : 0.5), 7)) +
    circle(410, 400, 22, YELLOW) +
    circle(790, 400, 22, PAPER),
  ml: (color) => {
    const layers = [3, 5, 5, 4, 1];
    const place = (layer: number, index: number): [number, number] => [
      150 + layer * 225,
      400 + (index - ((layers[layer] ?? 1) - 1) / 2) * 140,
    ];
    return (
      layers
        .slice(0, -1)
        .map((count, layer) =>
          repeat(count, (from) =>
            repeat(layers[layer + 1] ?? 0, (to) =>
              line(
                [place(layer, from), place(layer + 1, to)],
                (from + to + layer) % 4 === 0 ? color : mix(color, INK, 0.68),
                (from + to + layer) % 4 === 0 ? 6 : 3,
              ),
            ),
          ),
        )
        .join('') +
      layers
        .map((count, layer) =>
          repeat(count, (index) => {
            const [x, y] = place(layer, index);
            return layer === 4
              ? circle(x - 20, y, 62, YELLOW)
              : circle(x, y, 34, (index + layer) % 3 ? color : PAPER);
          }),
        )
        .join('')
    );
  },
  'soft-skills': (color) =>
    repeat(9, (index) => {
      const points: [number, number][] = Array.from({ length: 61 }, (_, step) => {
        const x = step * 20;
        const swell = Math.exp(-(((x - 600) / 320) ** 2));
        return [x, 400 + (index - 4) * (18 + 46 * swell) + Math.sin(step / 3.4 + index * 0.5) * 80 * swell];
      });
      return line(
        points,
        index === 4 ? YELLOW : mix(color, index % 2 ? INK : PAPER, Math.abs(index - 4) * 0.12),
        index === 4 ? 14 : 9,
      );
    }),
  'competitive-programming': (color) => {
    const before = [4, 1, 6, 0, 3, 5, 2];
    return before
      .map((value, index) => {
        const from = 115 + index * 95;
        const to = 115 + value * 95;
        const tone = value === 6 ? YELLOW : mix(color, value % 2 ? PAPER : INK, value % 2 ? 0.3 : 0.15);
        return (
          stroke(`M150 ${from}H360C600 ${from} 600 ${to} 840 ${to}H${900 + (6 - value) * 26}`, tone, 22) +
          circle(150, from, 28, tone) +
          circle(900 + (6 - value) * 26, to, 28, tone)
        );
      })
      .join('');
  },
  iot: (color, chance) => {
    const spots = Array.from({ length: 24 }, (_, index) => ({
      x: 130 + (index % 6) * 188 + (Math.floor(index / 6) % 2) * 60 + chance.between(-18, 18),
      y: 130 + Math.floor(index / 6) * 180 + chance.between(-18, 18),
    }));
    const links = spots.flatMap((spot, index) =>
      spots
        .slice(index + 1)
        .filter((other) => Math.hypot(spot.x - other.x, spot.y - other.y) < 235)
        .map((other) =>
          line(
            [
              [spot.x, spot.y],
              [other.x, other.y],
            ],
            mix(color, INK, 0.45),
            5,
          ),
        ),
    );
    return (
      links.join('') +
      spots
        .map(({ x, y }, index) =>
          index % 7 === 3
            ? ring(x, y, 52, YELLOW, 6) + ring(x, y, 78, mix(YELLOW, INK, 0.6), 5) + circle(x, y, 24, YELLOW)
            : circle(x, y, 20, index % 2 ? color : mix(color, PAPER, 0.5)),
        )
        .join('')
    );
  },
  exmatrix: (color) => {
    const step = 118;
    const place = (row: number, column: number): [number, number] => [
      600 + (column - row) * step,
      400 + (column + row - 6) * step * 0.56,
    ];
    return repeat(7, (row) =>
      repeat(7, (column) => {
        const [x, y] = place(row, column);
        const strong = (row * column + row + column) % 5 === 0;
        const right = column < 6 ? line([[x, y], place(row, column + 1)], mix(color, INK, 0.45), 5) : '';
        const down = row < 6 ? line([[x, y], place(row + 1, column)], mix(color, INK, 0.45), 5) : '';
        const tile =
          row < 6 && column < 6 && (row + column) % 3 === 0
            ? shape(
                `M${[place(row, column), place(row, column + 1), place(row + 1, column + 1), place(row + 1, column)].map(([a, b]) => `${Math.round(a)} ${Math.round(b)}`).join('L')}Z`,
                mix(color, INK, 0.7),
              )
            : '';
        return (
          tile +
          right +
          down +
          circle(
            x,
            y,
            strong ? 19 : 11,
            row === 3 && column === 3 ? YELLOW : strong ? color : mix(color, PAPER, 0.5),
          )
        );
      }),
    );
  },
};

/** The cover of a league; a league without a drawing of its own gets rings. */
export function leagueCover(id: string, color: string, chance: Chance): string {
  const draw =
    COVERS[id] ?? ((tone: string) => repeat(6, (index) => ring(600, 400, 60 + index * 80, tone, 14)));
  return drawing(1200, 800, rect(0, 0, 1200, 800, mix(color, INK, 0.86)) + draw(color, chance));
}

const STATIONS: [number, number][] = [
  [150, 470],
  [400, 470],
  [610, 350],
  [850, 350],
  [1060, 220],
  [1420, 130],
];
const ROAD =
  'M-20 470H400Q450 470 480 440L540 390Q580 350 640 350H850Q900 350 940 310L1000 250Q1040 220 1090 220H1180Q1230 220 1270 190L1320 160Q1350 130 1420 130H1640';

/** The road of Accelerate: six stations rising to the last one, as on a transit map, 1600 × 600, by day or by night. */
export function accelerateBanner(time: 'day' | 'night'): string {
  const [ground, edge, field] =
    time === 'day' ? [SAND, INK, mix(SAND, INK, 0.14)] : [INK, mix(YELLOW, INK, 0.8), '#3A2E75'];
  return drawing(
    1600,
    600,
    rect(0, 0, 1600, 600, ground) +
      repeat(7, (index) =>
        stroke(
          `M-20 ${560 + index * 26}C500 ${560 + index * 26} 900 ${470 + index * 40} 1640 ${230 + index * 62}`,
          mix(field, ground, index * 0.11),
          10,
        ),
      ) +
      stroke(ROAD, edge, time === 'day' ? 38 : 64) +
      stroke(ROAD, YELLOW, 22) +
      STATIONS.map(([x, y], index) =>
        index === 5
          ? circle(x, y, 62, INK) +
            circle(x, y, 50, YELLOW) +
            circle(x, y, 34, INK) +
            circle(x, y, 16, YELLOW)
          : circle(x, y, 40, INK) + circle(x, y, 30, YELLOW) + circle(x, y, 18, INK) + circle(x, y, 8, PAPER),
      ).join(''),
  );
}

/** Square marks of the supporters, 160 × 160, drawn from two or three plain shapes each. */
const MARKS: Record<string, string> = {
  'institute-council':
    shape('M20 62L80 22L140 62Z', INK) +
    repeat(3, (index) => rect(34 + index * 38, 70, 16, 50, INK)) +
    rect(20, 126, 120, 14, YELLOW),
  'cloud-desk':
    circle(58, 92, 34, '#1F66D6') +
    circle(98, 78, 42, '#1F66D6') +
    rect(28, 92, 108, 34, '#1F66D6', 17) +
    stroke('M60 142V112M80 150V104M100 142V112', YELLOW, 8),
  'campus-circle':
    repeat(8, (index) =>
      circle(
        80 + Math.cos((index / 8) * 6.283) * 50,
        80 + Math.sin((index / 8) * 6.283) * 50,
        17,
        index % 2 ? '#C73A7C' : INK,
      ),
    ) + circle(80, 80, 18, YELLOW),
  'theorem-house':
    shape('M24 130L80 24L136 130Z', '#A15C00') +
    shape('M24 130L80 94L136 130Z', INK) +
    shape('M80 24L80 94L24 130Z', YELLOW),
  'ledger-club':
    rect(24, 92, 24, 44, '#1B8A5A') +
    rect(60, 66, 24, 70, '#1B8A5A') +
    rect(96, 36, 24, 100, YELLOW) +
    stroke('M16 144H144', INK, 10),
  'speakers-table':
    rect(18, 30, 92, 62, '#C73A7C', 20) +
    shape('M40 84L34 116L66 90Z', '#C73A7C') +
    rect(66, 70, 78, 52, INK, 18) +
    shape('M118 116L130 140L98 120Z', INK) +
    circle(92, 96, 6, YELLOW) +
    circle(112, 96, 6, YELLOW),
  'orbit-society':
    circle(80, 80, 30, INK) +
    stroke('M20 108C4 84 60 36 104 28C150 22 148 62 96 100C62 124 30 124 20 108Z', '#6B4BD8', 9) +
    circle(126, 36, 12, YELLOW),
  'motion-house':
    shape('M22 34H92L70 80L92 126H22Z', '#D9482B') +
    shape('M138 34H104L82 80L104 126H138Z', INK) +
    circle(80, 80, 9, YELLOW),
};

/** The mark of a supporter; one without a drawing gets a plain disc. */
export function supporterMark(id: string): string {
  return drawing(160, 160, rect(0, 0, 160, 160, PAPER, 20) + (MARKS[id] ?? circle(80, 80, 50, YELLOW)));
}
