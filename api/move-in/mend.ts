import { createHash } from 'node:crypto';
import { cleanText, cleanUrl, isHttpUrl, isId, lengthOf } from '#contract/text.ts';
import type { Findings } from './findings.ts';

/** Nothing of the earlier product is older; what says so is a clock that was not set. */
export const FIRST_MOMENT = '2000-01-01T00:00:00.000Z';

/** A row that is being read, as its findings name it. */
export interface Subject {
  table: string;
  id: string;
  about?: string | undefined;
}

/** Brings values of the earlier product under the rules of this one, and writes down what it changed. */
export class Mender {
  constructor(
    private readonly findings: Findings,
    /** When the move began, in ISO 8601: nothing happened later. */
    readonly now: string,
  ) {}

  changed(subject: Subject, field: string, before: unknown, after: unknown, reason: string): void {
    const shown = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    this.findings.mend({ ...subject, field, before: shown(before), after: shown(after), reason });
  }

  /** The id as it was, or where it could not stand in an address one that is always the same for it. */
  plainId(table: string, id: string): string {
    if (isId(id)) return id;
    return `e${createHash('sha256').update(`${table}:${id}`).digest('hex').slice(0, 31)}`;
  }

  /** Writes down that a row comes under another id. */
  id({ id, table, about }: Subject): void {
    const kept = this.plainId(table, id);
    if (kept === id) return;
    this.changed({ table, id, about }, 'id', id, kept, 'An id holds letters, digits, - and _ alone');
  }

  /** Text that must be there: cleaned, `fallback` where nothing is left, cut where it is too long. */
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

  /** The same for text that may be missing. */
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

  /** A value that a rule takes whole or not at all. */
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

  /** An http or https address; null where there is none to be made of it. */
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

  /** A moment between the year 2000 and now; the first of the others that is one where it is not. */
  moment(subject: Subject, field: string, value: string | null, ...others: (string | null)[]): string {
    const own = this.readMoment(value);
    if (own !== null) return own;
    const other = others.map((text) => this.readMoment(text)).find((text) => text !== null) ?? this.now;
    if (value !== null) this.changed(subject, field, value, other, 'A moment that cannot have been');
    return other;
  }

  /** When a row was made and when it was last changed, which is not before that. */
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

  /** In ISO 8601; null for none, and for one that cannot have been. */
  private readMoment(value: string | null): string | null {
    const at = readUtc(value);
    return at !== null && at >= FIRST_MOMENT && at <= this.now ? at : null;
  }
}

/** A time without a zone, which is UTC, in ISO 8601; null where it is none that a Date holds. */
export function readUtc(value: string | null): string | null {
  const time = value === null ? Number.NaN : Date.parse(`${value}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** An address as the product takes it; one that lacks its scheme alone gets https. */
export function readUrl(typed: string): string | null {
  const takes = (value: string) => isHttpUrl(value) && value.isWellFormed() && !NOT_IN_ADDRESS.test(value);
  const encoded = typed.replace(/[<>"]/g, (mark) => encodeURIComponent(mark));
  if (takes(encoded)) return encoded;
  if (/^[a-z][a-z0-9+.-]*:(?!\d)|^[/\\]/i.test(encoded) || !/^[^/\s]+\.[^/\s]/.test(encoded)) return null;
  return takes(`https://${encoded}`) ? `https://${encoded}` : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no address holds
const NOT_IN_ADDRESS = /[\u0000-\u0020\u007F]/;

/** A name that no other one has: with a number behind it where it is taken. `taken` learns it. */
export function distinctName(name: string, taken: Set<string>, max: number): string {
  let free = name;
  for (let number = 2; taken.has(free.normalize('NFC')); number++) {
    const suffix = ` (${number})`;
    free = `${[...name].slice(0, max - suffix.length).join('')}${suffix}`;
  }
  taken.add(free.normalize('NFC'));
  return free;
}
