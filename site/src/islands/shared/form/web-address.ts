const HOST_FIRST = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/u;

/** A typed link, trimmed; 'example.org/page' gets https:// in front. */
export function toWebAddress(typed: string): string {
  const text = typed.trim();
  return HOST_FIRST.test(text) ? `https://${text}` : text;
}
