import { foldText } from '#site/islands/shared/format/search-text.ts';

interface Part {
  /** Where it begins. */
  at: number;
  text: string;
  isMatch: boolean;
}

/**
 * A name in parts, those that match the folded words apart. Only whole characters as readers see them are marked: a vowel
 * sign is never cut from its letter.
 */
export function toMarkedParts(name: string, words: readonly string[]): Part[] {
  if (!('Segmenter' in Intl)) return [{ at: 0, text: name, isMatch: false }];
  const characters = Array.from(new Intl.Segmenter('und').segment(name), ({ segment }) => segment);
  // The character of each letter of the folded text, which may be longer or shorter than the name.
  const origins: number[] = [];
  let folded = '';
  characters.forEach((character, index) => {
    const own = foldText(character);
    folded += own;
    for (let letter = 0; letter < own.length; letter++) origins.push(index);
  });
  const marked = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (const origin of origins.slice(at, at + word.length)) marked.add(origin);
    }
  }
  const parts: Part[] = [];
  characters.forEach((text, index) => {
    const isMatch = marked.has(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text;
    else parts.push({ at: index, text, isMatch });
  });
  return parts;
}
