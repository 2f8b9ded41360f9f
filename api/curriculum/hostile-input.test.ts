import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createCohort, updateCohort } from '#contract/cohorts.ts';
import { DESCRIPTION_MAX_LENGTH, URL_MAX_LENGTH } from '#contract/constants.ts';
import { createLeague } from '#contract/leagues.ts';
import { createResource, updateResource } from '#contract/resources.ts';
import { createSection } from '#contract/sections.ts';
import { createSpecialization } from '#contract/specializations.ts';
import { cleanProse, cleanText } from '#contract/text.ts';
import { createWeek } from '#contract/weeks.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addLeague } from '../test/leagues.ts';
import type { TestApp } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson } from '../test/people.ts';

// Hundreds of writes, on a machine that may be busy.
setDefaultTimeout(300_000);

const api = await openTestApp();
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const league = await addLeague(api.db);
const sectionId = league.weeks[0]?.sections[0]?.id ?? '';

const asGrand: TestApp['call'] = (call, options) => api.call(call, { ...options, token: grand.token });
let order = 100;
const nextOrder = () => ++order;

/** docs/security.md H2. */
const REFUSED_URLS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'ftp://example.org',
  '//evil.com',
  '\\\\evil.com',
  '/\\evil.com',
  'https:evil.com',
  'https:/evil.com',
  'https://',
  'https://a@evil.com',
  'https://a:b@evil.com',
  'http://[::1',
  'https://ex ample.org',
  'https://example.org/\u0000',
  'https://example.org/\u0001',
  'https://exa\\mple.org',
  `https://example.org/${'x'.repeat(URL_MAX_LENGTH + 1)}`,
  'https://example.org/\ud800',
  'not a link',
  'mailto:a@b.co',
];
const KEPT_URLS = [
  'https://linkedin.com.evil.com/',
  'https://evil.com/linkedin.com',
  'http://127.0.0.1:9/',
  'http://[::1]/',
  'https://xn--e1afmkfd.xn--p1ai/',
  'https://en.wikipedia.org/wiki/Bond_(finance)',
  "https://example.org/it's?a=1&b=%00#c",
  'HTTPS://EXAMPLE.ORG/A',
];

/** docs/security.md H1, H3, H5 and H9. */
const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script x>',
  '{{7*7}}',
  '-->',
  "' OR 1=1--",
  '";drop table cohorts;--',
  '%_',
  'a\u0000b',
  'a\u0001\u001f\u007fb',
  '\ud800lone',
  '\ufeffbom',
  '\u202eright to left',
  'zero\u200bwidth',
  '🦉 owl',
  'Z̶͖̈a̵̢̛l̸̝̃g̷͎̊o̶͈̽',
  'é',
  'é',
  '=1+1',
  'toString',
  '__proto__',
  'null',
];
const WRONG_TYPES = [null, 7, true, [], {}, ['a'], { $gt: 0 }, 1e308, -0];

describe('hostile input', () => {
  test('P28 links that are not plain http or https are refused, none is stored', async () => {
    const [known] = league.weeks[0]?.sections[0]?.resources ?? [];
    const before = await digestCurriculum(api.db);
    for (const url of REFUSED_URLS) {
      const made = await asGrand(createResource, {
        params: { id: sectionId },
        body: { title: 'T', url, type: 'VIDEO', order: nextOrder() },
      });
      expect([url, made.status, made.body.error]).toEqual([url, 400, 'Invalid URL format']);
      const changed = await asGrand(updateResource, { params: { id: known?.id ?? '' }, body: { url } });
      expect([url, changed.status, changed.body.error]).toEqual([url, 400, 'Invalid URL format']);
    }
    expect(await digestCurriculum(api.db)).toBe(before);
  });

  test('P28 plain links are kept as typed, without raw angle brackets', async () => {
    for (const url of KEPT_URLS) {
      const made = await asGrand(createResource, {
        params: { id: sectionId },
        body: { title: 'T', url: ` ${url} `, type: 'VIDEO', order: nextOrder() },
      });
      expect([made.status, made.body.data?.url]).toEqual([201, url]);
    }
    const marked = await asGrand(createResource, {
      params: { id: sectionId },
      body: { title: 'T', url: 'https://example.org/?q="><b>', type: 'VIDEO', order: nextOrder() },
    });
    expect(marked.body.data.url).toBe('https://example.org/?q=%22%3E%3Cb%3E');
  });

  test('P29 texts come back as typed in every field, never as entities, without control signs, never a fault', async () => {
    const { cohortId } = league;
    for (const [index, text] of TEXTS.entries()) {
      const stored = cleanProse(text);
      const unique = `${text} ${index}`;
      const replies = [
        await asGrand(createCohort, { body: { name: unique, description: text } }),
        await asGrand(createLeague, { body: { name: unique, cohortId, description: text } }),
        await asGrand(createWeek, {
          body: { name: unique, order: nextOrder(), leagueId: league.id, description: text },
        }),
        await asGrand(createSection, {
          body: { name: unique, order: nextOrder(), weekId: league.weeks[0]?.id, description: text },
        }),
        await asGrand(createSpecialization, {
          body: { name: unique, cohortId, description: text, leagues: [{ leagueId: league.id, order: 1 }] },
        }),
      ];
      for (const reply of replies) {
        expect(reply.status).toBe(201);
        expect(reply.body.data.name).toBe(cleanText(unique));
        expect(reply.body.data.description).toBe(stored === '' ? null : stored);
        expect(JSON.stringify(reply.body)).not.toMatch(/&lt;|&gt;|&amp;|\\u0000/);
      }
      const titled = await asGrand(createResource, {
        params: { id: sectionId },
        body: { title: unique, url: 'https://example.org', type: 'BLOG', order: nextOrder() },
      });
      expect([titled.status, titled.body.data.title]).toEqual([201, cleanText(unique)]);
    }
  });

  test('wrong types, huge texts and stray ids are refused with 4xx and change nothing', async () => {
    const before = await digestCurriculum(api.db);
    const huge = 'x'.repeat(70_000);
    for (const value of [...WRONG_TYPES, huge, 'x'.repeat(DESCRIPTION_MAX_LENGTH + 1), '\u0000']) {
      const writes = [
        asGrand(createCohort, { body: { name: value, description: value, isActive: 'x' } }),
        asGrand(createLeague, { body: { name: value, cohortId: value, description: value } }),
        asGrand(createWeek, { body: { name: value, order: value, leagueId: value } }),
        asGrand(createWeek, { body: { name: 'W', order: nextOrder(), leagueId: 'a\u0000b' } }),
        asGrand(createSection, { body: { name: value, order: value, weekId: value } }),
        asGrand(createSection, { body: { name: 'S', order: nextOrder(), weekId: '\u0000' } }),
        asGrand(createResource, {
          params: { id: sectionId },
          body: { title: value, url: value, type: value, order: [] },
        }),
        asGrand(createSpecialization, { body: { name: value, cohortId: value, leagues: value } }),
        asGrand(createSpecialization, {
          body: { name: 'S', cohortId: league.cohortId, leagues: [{ leagueId: '\u0000', order: 1 }] },
        }),
        asGrand(updateCohort, { params: { id: league.cohortId }, body: { isActive: 'maybe' } }),
      ];
      for (const reply of await Promise.all(writes)) {
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expect(reply.status).toBeLessThan(500);
        expect(typeof reply.body.error).toBe('string');
        expect(reply.body.error).not.toMatch(/select|insert|postgres|Failed query/i);
      }
    }
    expect(await digestCurriculum(api.db)).toBe(before);
  });
});
