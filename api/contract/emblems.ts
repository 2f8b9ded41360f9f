interface EmblemPart {
  d: string;
  /** line: stroke; node: fill in the accent; mark: fill in the colour of the stroke. */
  kind: 'line' | 'node' | 'mark';
}

export type EmblemKey =
  | 'finance'
  | 'quantum'
  | 'ml'
  | 'soft-skills'
  | 'competitive-programming'
  | 'iot'
  | 'exmatrix'
  | 'league';

export interface Emblem {
  color: string;
  parts: EmblemPart[];
}

const line = (d: string): EmblemPart => ({ d, kind: 'line' });
const node = (d: string): EmblemPart => ({ d, kind: 'node' });
const mark = (d: string): EmblemPart => ({ d, kind: 'mark' });

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}
function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
function nodes(radius: number, points: [x: number, y: number][]): string {
  return points.map(([x, y]) => circle(x, y, radius)).join('');
}

export const EMBLEMS: Record<EmblemKey, Emblem> = {
  finance: {
    color: '#1B8A5A',
    parts: [
      line('M14 30v24M26 22v26M38 16v26M50 9v25'),
      mark(box(10, 36, 8, 12)),
      node(box(22, 27, 8, 15)),
      mark(box(34, 23, 8, 11)),
      node(box(46, 13, 8, 16)),
    ],
  },
  quantum: {
    color: '#6B4BD8',
    parts: [
      line(circle(23, 32, 8) + circle(23, 32, 17)),
      line(circle(41, 32, 8) + circle(41, 32, 17)),
      node(
        nodes(3.6, [
          [32, 17.6],
          [32, 46.4],
          [32, 32],
        ]),
      ),
    ],
  },
  ml: {
    color: '#D9482B',
    parts: [
      line(
        'M12 18L32 12L52 24M12 18L32 32L52 24M12 18L32 52L52 40M12 46L32 12L52 40M12 46L32 32L52 40M12 46L32 52',
      ),
      mark(
        nodes(4, [
          [12, 18],
          [32, 12],
          [32, 52],
          [52, 40],
        ]),
      ),
      node(
        nodes(5, [
          [12, 46],
          [32, 32],
          [52, 24],
        ]),
      ),
    ],
  },
  'soft-skills': {
    color: '#C73A7C',
    parts: [
      line('M23 23a13 13 0 0 1 0 18M31 16a23 23 0 0 1 0 32M39 9a33 33 0 0 1 0 46'),
      mark(circle(52, 20, 3.2) + circle(55, 32, 3.2) + circle(52, 44, 3.2)),
      node(circle(14, 32, 6)),
    ],
  },
  'competitive-programming': {
    color: '#1F66D6',
    parts: [
      mark(box(9, 44, 8, 11) + box(21, 37, 8, 18) + box(45, 22, 8, 33)),
      node(box(33, 29, 8, 26)),
      line('M13 36C13 14 26 10 37 21M37 21l-1.5-9M37 21l-8.8-1.6'),
    ],
  },
  iot: {
    color: '#0E7C8A',
    parts: [
      line('M32 10L52 21V43L32 54L12 43V21zM32 10V54M12 21L52 43M52 21L12 43'),
      mark(
        nodes(3.6, [
          [32, 10],
          [52, 21],
          [52, 43],
          [32, 54],
          [12, 43],
          [12, 21],
        ]),
      ),
      node(circle(32, 32, 6)),
    ],
  },
  exmatrix: {
    color: '#A15C00',
    parts: [
      line('M11 20H53M11 32H53M11 44H53M20 11V53M32 11V53M44 11V53'),
      mark(
        nodes(3, [
          [20, 32],
          [32, 44],
          [44, 44],
          [20, 20],
          [44, 32],
        ]),
      ),
      node(
        nodes(4.6, [
          [20, 44],
          [32, 32],
          [44, 20],
        ]),
      ),
    ],
  },
  league: {
    color: '#57534A',
    parts: [
      line('M12 50H24A8 8 0 0 0 32 42V22A8 8 0 0 1 40 14H52'),
      mark(
        nodes(4, [
          [12, 50],
          [52, 14],
        ]),
      ),
      node(circle(32, 32, 6)),
    ],
  },
};

const KNOWN: [EmblemKey, RegExp][] = [
  ['finance', /\bfinanc/],
  ['quantum', /\bquantum\b/],
  ['ml', /\b(ml|machine learning)\b/],
  ['soft-skills', /\bsoft skills?\b/],
  ['competitive-programming', /\b(competitive programming|cp)\b/],
  ['iot', /\b(iot|internet of things)\b/],
  ['exmatrix', /\bex ?matrix\b/],
];

/** Picks the emblem by the league's name: 'ML League (1.0)' is 'ml'; unknown names get `league`. */
export function emblemFor(leagueName: string): EmblemKey {
  const words = leagueName.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  return KNOWN.find(([, pattern]) => pattern.test(words))?.[0] ?? 'league';
}
