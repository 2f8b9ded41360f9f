/**
 * A sign of the subset (docs/product.md, Markdown): a mark beside a word, a link or an address, or the beginning of a list, quote, heading
 * or fence. Every part is bounded, so that its cost grows with the length of the text alone.
 */
const SIGN =
  /`|[*_]\S|\]\(|https?:\/\/|<(?:mailto:|[^\s<>@]{1,64}@)|^ {0,3}(?:>|~~~|(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t]+\S)/im;

/** Whether a text may look different when drawn as Markdown. Needs no parser; false is certain, true is a guess. */
export function mayHoldMarkdown(text: string): boolean {
  return SIGN.test(text);
}
