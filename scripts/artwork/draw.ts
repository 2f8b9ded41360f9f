/** The palette every drawing shares; the accent comes from the league or event. */
export const INK = '#14130F';
export const PAPER = '#FFFDF5';
export const YELLOW = '#FFDE59';
export const SAND = '#EFE6CF';
export const GREY = '#3A372F';

/** A number short enough for a small file. */
const short = (value: number) => String(Math.round(value * 10) / 10);

type Value = string | number | undefined;
type Attributes = Record<string, Value>;

/** One SVG element; numbers are rounded, undefined attributes left out. */
export function tag(name: string, attributes: Attributes, children = ''): string {
  const text = Object.entries(attributes)
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`)
    .join('');
  return children ? `<${name}${text}>${children}</${name}>` : `<${name}${text}/>`;
}

export const rect = (x: number, y: number, width: number, height: number, fill: string, rx?: number) =>
  tag('rect', { x, y, width, height, fill, rx });
export const circle = (cx: number, cy: number, r: number, fill: string) => tag('circle', { cx, cy, r, fill });
export const ring = (cx: number, cy: number, r: number, stroke: string, width: number) =>
  tag('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': width });
export const shape = (d: string, fill: string) => tag('path', { d, fill });
export const stroke = (d: string, color: string, width: number) =>
  tag('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
/** Moves, and scales, what is inside. */
export const at = (x: number, y: number, scale: number, body: string) =>
  tag(
    'g',
    {
      transform: `translate(${short(x)} ${short(y)})${scale === 1 ? '' : ` scale(${Math.round(scale * 100) / 100})`}`,
    },
    body,
  );
export const faded = (opacity: number, body: string) => tag('g', { opacity: String(opacity) }, body);

/** A whole drawing. */
export const drawing = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>\n`;

/** Draws things for each of `count` positions. */
export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** The same numbers for the same seed, so that drawings do not change between runs. */
export function chanceFrom(seed: string): Chance {
  let state = 2166136261;
  for (const sign of seed) state = Math.imul(state ^ sign.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}

/** Blends two colours; share 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const part = (color: string, index: number) =>
    Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);
  const blended = [0, 1, 2].map((index) =>
    Math.round(part(first, index) * (1 - share) + part(second, index) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${blended.join('')}`;
}
