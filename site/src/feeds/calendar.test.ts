import { describe, expect, test } from 'bun:test';
import { toCalendar } from './calendar.ts';

const origin = new URL('https://league.example');
const event = (data: Partial<Parameters<typeof toCalendar>[0][number]['data']> = {}, id = 'openmic-1') => ({
  id,
  data: {
    title: 'Open mic',
    description: 'Five minutes each.',
    date: '2025-08-31',
    location: 'Lawn',
    category: 'Showcase',
    ...data,
  },
});
/** Content lines as a reader sees them: unfolded. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n');

describe('the calendar of events (RFC 5545)', () => {
  test('every line ends with CRLF and holds at most 75 octets, whatever the script', () => {
    const long = 'ਪੰਜਾਬ ਦੌਰ, हैकथॉन और बहुत लंबी कहानी 🎤 with Latin in between; '.repeat(6);
    const text = toCalendar([event({ title: long, description: long, location: long })], origin);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\uFFFD');
    const summary = linesOf(text).find((line) => line.startsWith('SUMMARY:'));
    expect(summary?.slice('SUMMARY:'.length).replace(/\\([,;])/g, '$1')).toBe(long);
  });

  test('separators, backslashes and line breaks in a text are escaped', () => {
    const lines = linesOf(
      toCalendar([event({ title: 'a, b; c \\ d', description: 'one\ntwo', category: 'X, Y' })], origin),
    );
    expect(lines).toContain('SUMMARY:a\\, b\\; c \\\\ d');
    expect(lines).toContain('DESCRIPTION:one\\ntwo');
    expect(lines).toContain('CATEGORIES:X\\, Y');
  });

  test('an event is its whole day, to the end of a month as well, with what every event must have', () => {
    const lines = linesOf(toCalendar([event()], origin));
    expect(lines).toContain('DTSTART;VALUE=DATE:20250831');
    expect(lines).toContain('DTEND;VALUE=DATE:20250901');
    expect(lines).toContain('DTSTAMP:20250831T000000Z');
    expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([
      expect.stringMatching(/^UID:openmic-1@[\w.-]+$/),
    ]);
    expect(lines).toContain('URL;VALUE=URI:https://league.example/events/openmic-1');
    expect(lines[1]).toBe('VERSION:2.0');
    expect(lines.some((line) => line.startsWith('PRODID:'))).toBe(true);
  });

  test('the same events make the same file, so that a copy stays fresh', () => {
    const both = [event(), event({}, 'retreat-1')];
    expect(toCalendar(both, origin)).toBe(toCalendar(both, origin));
    expect(toCalendar(both, origin).match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(toCalendar([], origin)).toContain('END:VCALENDAR');
  });
});
