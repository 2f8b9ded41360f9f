export interface Cursor {
  at: string;
  source: 'event' | 'attempt';
  id: string;
}

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (event \d{1,15}|attempt [\w-]{1,64})$/;

export function writeCursor({ at, source, id }: Cursor): string {
  return Buffer.from(`${at} ${source} ${id}`).toString('base64url');
}

/** Null, which means the start, for an invalid cursor. */
export function readCursor(text: string | undefined): Cursor | null {
  const match = FORM.exec(Buffer.from(text?.slice(0, 300) ?? '', 'base64url').toString());
  if (!match?.[1] || !match[2] || !isMoment(match[1])) return null;
  const [source, id] = match[2].split(' ') as [Cursor['source'], string];
  return { at: match[1], source, id };
}

// PostgreSQL has no year 0 and rejects days that do not exist.
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && moment.getUTCFullYear() > 0;
}
