export function toProse(description: string): string {
  return `${description}\n`;
}

// Editors may add a byte order mark, CRLF or a final line feed.
export function fromProse(text: string): string {
  const lines = withoutMark(text).replace(/\r\n?/g, '\n');
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines;
}

export function isSameProse(text: string, stored: string | null): boolean {
  return stored !== null && fromProse(text) === fromProse(toProse(stored));
}

export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
