import { foldText } from '#site/islands/shared/format/search-text.ts';

interface Part {
  at: number;
  text: string;
  isMatch: boolean;
}

/** `words` are folded. Marks whole graphemes, so that a vowel sign stays with its letter. */
export function toMarkedParts(name: string, words: readonly string[]): Part[] {
  if (!('Segmenter' in Intl)) return [{ at: 0, text: name, isMatch: false }];
  const characters = Array.from(new Intl.Segmenter('und').segment(name), ({ segment }) => segment);
  // Maps each letter of the folded text to its grapheme, since folding changes the length.
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
