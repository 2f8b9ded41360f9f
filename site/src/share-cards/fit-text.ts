import type { Typeface } from '#site/brand/typefaces.ts';
import { directionMark, measureText } from './outline-text.ts';

export interface Room {
  typeface: Typeface;
  width: number;
  /** Maximum lines per size, largest first; the first that holds the whole text wins. */
  sizes: readonly { size: number; lines: number }[];
  tracking?: number;
}

export interface FittedText {
  size: number;
  lines: string[];
}

/** Breaks a text at the largest size that holds it; the smallest size cuts the rest with an ellipsis. */
export function fitText(text: string, { typeface, width, sizes, tracking = 0 }: Room): FittedText {
  const measure = (words: string) => measureText(words, typeface, 1000, tracking) / 1000;
  const words = text.trim().split(/\s+/);
  const widths = new Map(words.map((word) => [word, measure(word)]));
  const space = measure('a a') - measure('aa');
  const mark = directionMark(text);

  for (const { size, lines: most } of sizes) {
    const lines = breakLines(words, (word) => (widths.get(word) ?? 0) * size, space * size, width);
    const holds = lines.length <= most && words.every((word) => (widths.get(word) ?? 0) * size <= width);
    if (holds) return { size, lines: lines.map((line) => mark + line) };
  }

  const { size, lines: most } = sizes.at(-1) ?? { size: 1, lines: 1 };
  const lines = breakLines(words, (word) => (widths.get(word) ?? 0) * size, space * size, width);
  const kept = lines.slice(0, most).map((line) => cutToWidth(line, width, (part) => measure(part) * size));
  const last = kept.at(-1);
  if (lines.length > most && last && !last.endsWith('…')) {
    kept[kept.length - 1] = cutToWidth(`${last} …`, width, (part) => measure(part) * size);
  }
  return { size, lines: kept.map((line) => mark + line) };
}

function breakLines(
  words: string[],
  widthOf: (word: string) => number,
  space: number,
  width: number,
): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let used = 0;
  for (const word of words) {
    const needed = widthOf(word);
    if (line.length > 0 && used + space + needed > width) {
      lines.push(line.join(' '));
      line = [];
      used = 0;
    }
    used += (line.length > 0 ? space : 0) + needed;
    line.push(word);
  }
  if (line.length > 0) lines.push(line.join(' '));
  return lines;
}

// Graphemes, so that vowel signs stay with their letter.
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cutToWidth(line: string, width: number, measure: (part: string) => number): string {
  if (measure(line) <= width) return line;
  const signs = Array.from(LETTERS.segment(line.replace(/[\s…]+$/, '')), ({ segment }) => segment);
  const cutAt = (count: number) => `${signs.slice(0, count).join('').trimEnd()}…`;
  let fits = 0;
  let tooMany = signs.length + 1;
  while (tooMany - fits > 1) {
    const half = Math.floor((fits + tooMany) / 2);
    if (measure(cutAt(half)) <= width) fits = half;
    else tooMany = half;
  }
  return cutAt(fits);
}
