/** A description as the text of its Markdown file: as typed, with a final line feed. */
export function toProse(description: string): string {
  return `${description}\n`;
}

/** The description in a Markdown file; a byte order mark, CRLF and one final line feed are the editor's, not its own. */
export function fromProse(text: string): string {
  const lines = withoutMark(text).replace(/\r\n?/g, '\n');
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines;
}

/** True when the file says what is stored, whatever line ends an editor or git made of it. */
export function isSameProse(text: string, stored: string | null): boolean {
  return stored !== null && fromProse(text) === fromProse(toProse(stored));
}

/** A text without the byte order mark that some editors set before it. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
