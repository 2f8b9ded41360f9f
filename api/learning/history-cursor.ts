/** Where a page of the history ended. */
export interface Cursor {
  /** ISO moment in UTC. */
  at: string;
  source: 'event' | 'attempt';
  id: string;
}

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (event \d{1,15}|attempt [\w-]{1,64})$/;

/** A cursor as it goes over the wire. */
export function writeCursor({ at, source, id }: Cursor): string {
  return Buffer.from(`${at} ${source} ${id}`).toString('base64url');
}

/** What a cursor says; null, which means the start, for one that is none. */
export function readCursor(text: string | undefined): Cursor | null {
  const match = FORM.exec(Buffer.from(text?.slice(0, 300) ?? '', 'base64url').toString());
  if (!match?.[1] || !match[2] || !isMoment(match[1])) return null;
  const [source, id] = match[2].split(' ') as [Cursor['source'], string];
  return { at: match[1], source, id };
}

/** Only what the database takes for a moment too: it knows no year 0, and moves no day that does not exist. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && moment.getUTCFullYear() > 0;
}
