import { createHash } from 'node:crypto';
import { cleanText, cleanUrl, isHttpUrl, isId, lengthOf } from '#contract/text.ts';
import type { Findings } from './findings.ts';

/** Earlier dates come from a wrong clock. */
export const FIRST_MOMENT = '2000-01-01T00:00:00.000Z';

export interface Subject {
  table: string;
  id: string;
  about?: string | undefined;
}

/** Makes old values valid here and records each change as a finding. */
export class Cleaner {
  constructor(
    private readonly findings: Findings,
    /** Start of the move in ISO 8601; later dates are invalid. */
    readonly now: string,
  ) {}

  changed(subject: Subject, field: string, before: unknown, after: unknown, reason: string): void {
    const shown = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    this.findings.recordChange({ ...subject, field, before: shown(before), after: shown(after), reason });
  }

  /** An invalid id is replaced by a hash that is the same in every run. */
  plainId(table: string, id: string): string {
    if (isId(id)) return id;
    return `e${createHash('sha256').update(`${table}:${id}`).digest('hex').slice(0, 31)}`;
  }

  id({ id, table, about }: Subject): void {
    const kept = this.plainId(table, id);
    if (kept === id) return;
    this.changed({ table, id, about }, 'id', id, kept, 'An id holds letters, digits, - and _ alone');
  }

  text(
    subject: Subject,
    field: string,
    value: string,
    {
      max,
      fallback,
      clean = cleanText,
    }: { max: number; fallback: string; clean?: (value: string) => string },
  ): string {
    const cleaned = clean(value);
    if (cleaned === '') {
      this.changed(subject, field, value, fallback, 'It must not be empty');
      return fallback;
    }
    return this.cut(subject, field, cleaned, max);
  }

  optional(
    subject: Subject,
    field: string,
    value: string | null,
    { max, clean = cleanText }: { max: number; clean?: (value: string) => string },
  ): string | null {
    const cleaned = value === null ? '' : clean(value);
    return cleaned === '' ? null : this.cut(subject, field, cleaned, max);
  }

  private cut(subject: Subject, field: string, value: string, max: number): string {
    if (lengthOf(value) <= max) return value;
    const kept = [...value].slice(0, max).join('').trimEnd();
    this.changed(subject, field, value, kept, `At most ${max} characters`);
    return kept;
  }

  fitting(
    subject: Subject,
    field: string,
    value: string | null,
    {
      clean = cleanText,
      fits,
      reason,
    }: { clean?: (value: string) => string | null; fits: (value: string) => boolean; reason: string },
  ): string | null {
    const cleaned = value === null ? null : clean(value) || null;
    if (cleaned === null || fits(cleaned)) return cleaned;
    this.changed(subject, field, value, null, reason);
    return null;
  }

  url(subject: Subject, field: string, value: string | null): string | null {
    const typed = cleanUrl(value ?? '');
    if (typed === '') return null;
    const found = readUrl(typed);
    if (found !== typed) {
      const reason = found === null ? 'Addresses are http or https' : 'Written as a whole address';
      this.changed(subject, field, value, found, reason);
    }
    return found;
  }

  /** Outside 2000 to now, the first valid one of `others` is used, or else now. */
  moment(subject: Subject, field: string, value: string | null, ...others: (string | null)[]): string {
    const own = this.readMoment(value);
    if (own !== null) return own;
    const other = others.map((text) => this.readMoment(text)).find((text) => text !== null) ?? this.now;
    if (value !== null) this.changed(subject, field, value, other, 'A moment that cannot have been');
    return other;
  }

  stamps(
    subject: Subject,
    row: { createdAt: string; updatedAt: string },
  ): { createdAt: Date; updatedAt: Date } {
    const createdAt = this.moment(subject, 'createdAt', row.createdAt, row.updatedAt);
    const updatedAt = this.moment(subject, 'updatedAt', row.updatedAt, createdAt);
    if (updatedAt < createdAt)
      this.changed(subject, 'updatedAt', updatedAt, createdAt, 'Changed before it was made');
    return {
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt < createdAt ? createdAt : updatedAt),
    };
  }

  private readMoment(value: string | null): string | null {
    const at = readUtc(value);
    return at !== null && at >= FIRST_MOMENT && at <= this.now ? at : null;
  }
}

/** Reads a UTC timestamp without zone; null when invalid. */
export function readUtc(value: string | null): string | null {
  const time = value === null ? Number.NaN : Date.parse(`${value}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Adds https:// to an address without a scheme; null when invalid. */
export function readUrl(typed: string): string | null {
  const takes = (value: string) => isHttpUrl(value) && value.isWellFormed() && !NOT_IN_ADDRESS.test(value);
  const encoded = typed.replace(/[<>"]/g, (mark) => encodeURIComponent(mark));
  if (takes(encoded)) return encoded;
  if (/^[a-z][a-z0-9+.-]*:(?!\d)|^[/\\]/i.test(encoded) || !/^[^/\s]+\.[^/\s]/.test(encoded)) return null;
  return takes(`https://${encoded}`) ? `https://${encoded}` : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no address holds
const NOT_IN_ADDRESS = /[\u0000-\u0020\u007F]/;

/** Appends a number to a taken name and adds the result to `taken`. */
export function distinctName(name: string, taken: Set<string>, max: number): string {
  let free = name;
  for (let number = 2; taken.has(free.normalize('NFC')); number++) {
    const suffix = ` (${number})`;
    free = `${[...name].slice(0, max - suffix.length).join('')}${suffix}`;
  }
  taken.add(free.normalize('NFC'));
  return free;
}
