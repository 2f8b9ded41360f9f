// Every repetition is bounded, so the match takes linear time.
const SIGN =
  /`|[*_]\S|\]\(|https?:\/\/|<(?:mailto:|[^\s<>@]{1,64}@)|^ {0,3}(?:>|~~~|(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t]+\S)/im;

/** Cheap check without the parser: false is certain, true is a guess. */
export function mayHoldMarkdown(text: string): boolean {
  return SIGN.test(text);
}
