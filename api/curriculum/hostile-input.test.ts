import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createCohort, listCohorts, updateCohort } from '#contract/cohorts.ts';
import { DESCRIPTION_MAX_LENGTH, URL_MAX_LENGTH } from '#contract/constants.ts';
import { createLeague, listLeagues } from '#contract/leagues.ts';
import { createResource, listResources, updateResource } from '#contract/resources.ts';
import { createSection, listSections } from '#contract/sections.ts';
import { createSpecialization, listSpecializations } from '#contract/specializations.ts';
import { cleanProse, cleanText } from '#contract/text.ts';
import { createWeek, listWeeks } from '#contract/weeks.ts';
import { digestCurriculum } from '../test/digest.ts';
import { addLeague, type TestLeague } from '../test/leagues.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';

// Hundreds of writes, on a machine that may be busy.
setDefaultTimeout(300_000);

let api: TestApp;
let grand: Person;
let league: TestLeague;
let sectionId: string;
beforeAll(async () => {
  api = await makeApp();
  grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  league = await addLeague(api.db);
  sectionId = league.weeks[0]?.sections[0]?.id ?? '';
});
afterAll(() => api.close());

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
      const made = await api.call(createResource, {
        token: grand.token,
        params: { id: sectionId },
        body: { title: 'T', url, type: 'VIDEO', order: nextOrder() },
      });
      expect([url, made.status, made.body.error]).toEqual([url, 400, 'Invalid URL format']);
      const changed = await api.call(updateResource, {
        token: grand.token,
        params: { id: known?.id ?? '' },
        body: { url },
      });
      expect([url, changed.status, changed.body.error]).toEqual([url, 400, 'Invalid URL format']);
    }
    expect(await digestCurriculum(api.db)).toBe(before);
  });

  test('P28 plain links are kept as typed, without raw angle brackets', async () => {
    for (const url of KEPT_URLS) {
      const made = await api.call(createResource, {
        token: grand.token,
        params: { id: sectionId },
        body: { title: 'T', url: ` ${url} `, type: 'VIDEO', order: nextOrder() },
      });
      expect([made.status, made.body.data?.url]).toEqual([201, url]);
    }
    const marked = await api.call(createResource, {
      token: grand.token,
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
      const token = grand.token;
      const replies = [
        await api.call(createCohort, { token, body: { name: unique, description: text } }),
        await api.call(createLeague, { token, body: { name: unique, cohortId, description: text } }),
        await api.call(createWeek, {
          token,
          body: { name: unique, order: nextOrder(), leagueId: league.id, description: text },
        }),
        await api.call(createSection, {
          token,
          body: { name: unique, order: nextOrder(), weekId: league.weeks[0]?.id, description: text },
        }),
        await api.call(createSpecialization, {
          token,
          body: { name: unique, cohortId, description: text, leagues: [{ leagueId: league.id, order: 1 }] },
        }),
      ];
      for (const reply of replies) {
        expect(reply.status).toBe(201);
        expect(reply.body.data.name).toBe(cleanText(unique));
        expect(reply.body.data.description).toBe(stored === '' ? null : stored);
        expect(JSON.stringify(reply.body)).not.toMatch(/&lt;|&gt;|&amp;|\\u0000/);
      }
      const titled = await api.call(createResource, {
        token,
        params: { id: sectionId },
        body: { title: unique, url: 'https://example.org', type: 'BLOG', order: nextOrder() },
      });
      expect([titled.status, titled.body.data.title]).toEqual([201, cleanText(unique)]);
    }
  });

  test('wrong types, huge texts and stray ids are refused with 4xx and change nothing', async () => {
    const token = grand.token;
    const before = await digestCurriculum(api.db);
    const huge = 'x'.repeat(70_000);
    for (const value of [...WRONG_TYPES, huge, 'x'.repeat(DESCRIPTION_MAX_LENGTH + 1), '\u0000']) {
      const writes = [
        api.call(createCohort, { token, body: { name: value, description: value, isActive: 'x' } }),
        api.call(createLeague, { token, body: { name: value, cohortId: value, description: value } }),
        api.call(createWeek, { token, body: { name: value, order: value, leagueId: value } }),
        api.call(createWeek, { token, body: { name: 'W', order: nextOrder(), leagueId: 'a\u0000b' } }),
        api.call(createSection, { token, body: { name: value, order: value, weekId: value } }),
        api.call(createSection, { token, body: { name: 'S', order: nextOrder(), weekId: '\u0000' } }),
        api.call(createResource, {
          token,
          params: { id: sectionId },
          body: { title: value, url: value, type: value, order: [] },
        }),
        api.call(createSpecialization, { token, body: { name: value, cohortId: value, leagues: value } }),
        api.call(createSpecialization, {
          token,
          body: { name: 'S', cohortId: league.cohortId, leagues: [{ leagueId: '\u0000', order: 1 }] },
        }),
        api.call(updateCohort, { token, params: { id: league.cohortId }, body: { isActive: 'maybe' } }),
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

  test('P25 keys that are not part of a call change nothing', async () => {
    const extras = JSON.parse(
      '{"id":"x","createdAt":"2000-01-01","updatedAt":"x","weeksCount":99,"_count":{},"__proto__":{"isActive":false},"constructor":{"prototype":{"a":1}},"role":"GRAND_PATHFINDER"}',
    );
    const made = await api.call(createCohort, { token: grand.token, body: { ...extras, name: 'Plain' } });
    expect(made.body.data).toMatchObject({ isActive: true, name: 'Plain' });
    expect(made.body.data.id).not.toBe('x');
    expect(made.body.data.createdAt).not.toStartWith('2000');
  });

  test('odd queries fall back or find nothing, never a fault', async () => {
    for (const asked of [
      listCohorts,
      listLeagues,
      listWeeks,
      listSections,
      listResources,
      listSpecializations,
    ]) {
      for (const value of [
        "' OR 1=1--",
        '[1]',
        'a,b',
        '{"a":1}',
        '-1',
        '1e9',
        '999999999',
        'x'.repeat(2000),
        '__proto__',
      ]) {
        const query = {
          page: value,
          limit: value,
          leagueId: value,
          weekId: value,
          sectionId: value,
          cohortId: value,
          type: value,
          isActive: value,
        };
        const reply = await api.call(asked, { token: grand.token, query });
        expect([asked.name, reply.status]).toEqual([asked.name, 200]);
      }
      const nul = await api.request(
        `/api${asked.path}?leagueId=%00&cohortId=%00&weekId=%zz&limit=5&limit=7`,
        {
          headers: { authorization: `Bearer ${grand.token}` },
        },
      );
      expect([200, 400]).toContain(nul.status);
    }
  });
});
