export interface MarkdownFile {
  fields: unknown;
  body: string;
}

/** Throws with the line number when the front matter is missing or invalid. */
export function readMarkdown(text: string): MarkdownFile {
  const parts = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text);
  if (!parts) throw new Error("must begin with its fields between two lines of '---'");
  const [, head = '', body = ''] = parts;
  try {
    return { fields: Bun.YAML.parse(head), body };
  } catch {
    throw new Error(
      `line ${findBrokenLine(head) + 1} cannot be read: text with a colon or a quote in it stands between "double quotes", lists are indented with spaces`,
    );
  }
}

// The YAML parser reports no line. Finds the first line, from 1, after which no shorter head parses.
function findBrokenLine(head: string): number {
  const lines = head.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    if (canRead(lines.slice(0, count).join('\n'))) return count + 1;
  }
  return 1;
}

function canRead(head: string): boolean {
  try {
    Bun.YAML.parse(head);
    return true;
  } catch {
    return false;
  }
}
