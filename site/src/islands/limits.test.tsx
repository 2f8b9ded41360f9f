import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { CreateAnnouncementBody } from '#contract/announcements.ts';
import {
  ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
  ASSIGNMENT_TITLE_MAX_LENGTH,
  CreateAssignmentBody,
} from '#contract/assignments.ts';
import { SignupBody } from '#contract/auth.ts';
import { CreateBreakBody } from '#contract/breaks.ts';
import {
  CERTIFICATE_REASON_MIN_LENGTH,
  type CertificateRow,
  correctCertificateName,
  revokeCertificate,
} from '#contract/certificates.ts';
import { CreateCohortBody } from '#contract/cohorts.ts';
import {
  BREAK_NAME_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  INTEGER_MAX,
  NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  NOTE_SCREEN_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  REASON_MAX_LENGTH,
  RESOURCE_TITLE_MAX_LENGTH,
  SECTION_NAME_MAX_LENGTH,
  URL_MAX_LENGTH,
} from '#contract/constants.ts';
import { OTHER_DEPARTMENT } from '#contract/departments.ts';
import { CreateLeagueBody } from '#contract/leagues.ts';
import { MigrationBody } from '#contract/profile-migration.ts';
import { STUDENT_ID_MAX_LENGTH } from '#contract/profile-rules.ts';
import { CreateResourceBody } from '#contract/resources.ts';
import { CreateSectionBody } from '#contract/sections.ts';
import { CreateSpecializationBody } from '#contract/specializations.ts';
import {
  FEEDBACK_MAX_LENGTH,
  ReviewBody,
  SUBMISSION_MAX_LENGTH,
  type SubmissionDetail,
  SubmitBody,
} from '#contract/submissions.ts';
import { CreateWeekBody } from '#contract/weeks.ts';
import { createAnnouncementForm } from './admin/announcements/announcement-form.ts';
import { createAssignmentForm } from './admin/assignments/assignment-form.ts';
import { createReviewForm } from './admin/assignments/review-form.ts';
import { BREAK_EDITOR } from './admin/breaks/Breaks.tsx';
import { createNameForm, revocationOf } from './admin/certificates/certificate-list.ts';
import { COHORT_EDITOR } from './admin/cohorts/Cohorts.tsx';
import { createRowForm } from './admin/form/editor-fields.ts';
import { createReasonForm } from './admin/form/staff-form.ts';
import { LEAGUE_EDITOR } from './admin/leagues/league-form.ts';
import { createResourceForm } from './admin/resources/ResourceDialog.tsx';
import { TOPIC_EDITOR } from './admin/sections/section-form.ts';
import { createSpecializationForm } from './admin/specializations/SpecializationDialog.tsx';
import { WEEK_EDITOR } from './admin/weeks/Weeks.tsx';
import { SignUp } from './auth/SignUp.tsx';
import { mayCreateAccount } from './auth/sign-up.ts';
import { createSubmissionForm } from './dashboard/assignments/submission-form.ts';
import { AcademicStep } from './profile-migration/ProfileMigration.tsx';
import { createProfileMigration } from './profile-migration/profile-migration.ts';
import type { Form } from './shared/form/form.ts';
import { setUpFakeBrowser } from './shared/testing/fake-browser.ts';

// A form takes what its call takes: at the limit of the contract both agree, and one beyond it both refuse.

setUpFakeBrowser();

const onSaved = () => {};
const league = () => createRowForm(LEAGUE_EDITOR, { row: null, onSaved });
const cohort = () => createRowForm(COHORT_EDITOR, { row: null, onSaved });
const studyBreak = () => createRowForm(BREAK_EDITOR, { row: null, onSaved });
const announcement = () => createAnnouncementForm(onSaved);
const specialization = () => createSpecializationForm(null, onSaved);
const week = () => createRowForm(WEEK_EDITOR, { row: null, start: { leagueId: 'l' }, onSaved });
const section = () => createRowForm(TOPIC_EDITOR, { row: null, start: { weekId: 'w' }, onSaved });
const resource = () =>
  createResourceForm({ resource: null, siblingsIn: () => [], sectionId: 's', weekId: 'w', onSaved });
const assignment = () => createAssignmentForm({ assignment: null, leagueId: 'l', onSaved });
const review = () =>
  createReviewForm({
    read: () => ({ status: 'SUBMITTED', history: [], user: { name: 'Asha' } }) as unknown as SubmissionDetail,
    onSaved,
    onConflict: () => {},
  });
const revocation = () =>
  createReasonForm(revocationOf({} as CertificateRow, {} as Parameters<typeof revocationOf>[1]), onSaved);
const naming = () =>
  createNameForm({} as CertificateRow, {} as Parameters<typeof createNameForm>[1], onSaved);
const submission = () => {
  const form = createSubmissionForm({ leagueId: 'l', assignmentId: 'a', onDone: () => {} });
  form.change('type', 'TEXT_SUBMISSION');
  return form;
};

type Faults = readonly { path?: readonly PropertyKey[] }[];
type Body =
  | { safeParse(value: unknown): { success: boolean; error?: { issues: Faults } | undefined } }
  | undefined;
type AnyForm = Form<Record<string, string>>;

/** Whether a form, and whether the body of its call, says nothing against a value of one field. */
const formTakes = (open: () => unknown, field: string, value: string) => {
  const form = open() as AnyForm;
  form.change(field, value);
  form.check(field);
  return form.$form.get().errors[field] === undefined;
};
const bodyTakes = (body: Body, field: string, value: unknown) =>
  body?.safeParse({ [field]: value }).error?.issues.every(({ path }) => path?.[0] !== field) ??
  body !== undefined;

const texts = (limit: number) => ['x'.repeat(limit), '🦉'.repeat(limit)];
const address = (length: number) => 'https://a.example/'.padEnd(length, 'x');

const LENGTHS: [name: string, open: () => unknown, field: string, body: Body, of: string, max: number][] = [
  ['league: name', league, 'name', CreateLeagueBody, 'name', NAME_MAX_LENGTH],
  ['league: description', league, 'description', CreateLeagueBody, 'description', DESCRIPTION_MAX_LENGTH],
  ['cohort: name', cohort, 'name', CreateCohortBody, 'name', NAME_MAX_LENGTH],
  ['cohort: description', cohort, 'description', CreateCohortBody, 'description', DESCRIPTION_MAX_LENGTH],
  ['break: name', studyBreak, 'name', CreateBreakBody, 'name', BREAK_NAME_MAX_LENGTH],
  ['announcement: title', announcement, 'title', CreateAnnouncementBody, 'title', NAME_MAX_LENGTH],
  ['announcement: text', announcement, 'body', CreateAnnouncementBody, 'body', DESCRIPTION_MAX_LENGTH],
  ['specialization: name', specialization, 'name', CreateSpecializationBody, 'name', NAME_MAX_LENGTH],
  [
    'specialization: description',
    specialization,
    'description',
    CreateSpecializationBody,
    'description',
    DESCRIPTION_MAX_LENGTH,
  ],
  ['week: name', week, 'name', CreateWeekBody, 'name', NAME_MAX_LENGTH],
  ['week: description', week, 'description', CreateWeekBody, 'description', DESCRIPTION_MAX_LENGTH],
  ['section: name', section, 'name', CreateSectionBody, 'name', SECTION_NAME_MAX_LENGTH],
  ['section: description', section, 'description', CreateSectionBody, 'description', DESCRIPTION_MAX_LENGTH],
  ['resource: title', resource, 'title', CreateResourceBody, 'title', RESOURCE_TITLE_MAX_LENGTH],
  ['assignment: title', assignment, 'title', CreateAssignmentBody, 'title', ASSIGNMENT_TITLE_MAX_LENGTH],
  [
    'assignment: description',
    assignment,
    'description',
    CreateAssignmentBody,
    'description',
    ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
  ],
  ['review: feedback', review, 'feedback', ReviewBody, 'feedback', FEEDBACK_MAX_LENGTH],
  ['revocation: reason', revocation, 'reason', revokeCertificate.body, 'reason', REASON_MAX_LENGTH],
  ['name correction: reason', naming, 'reason', correctCertificateName.body, 'reason', REASON_MAX_LENGTH],
  ['submission: text', submission, 'text', SubmitBody, 'content', SUBMISSION_MAX_LENGTH],
];

describe('a text is as long as its call takes it', () => {
  test.each(LENGTHS)('%s', (_name, open, field, body, of, max) => {
    for (const [length, isTaken] of [
      [max, true],
      [max + 1, false],
    ] as const) {
      for (const text of texts(length)) {
        expect([formTakes(open, field, text), bodyTakes(body, of, text)]).toEqual([isTaken, isTaken]);
      }
    }
  });

  test('the shortest reason of a revocation', () => {
    for (const length of [CERTIFICATE_REASON_MIN_LENGTH, CERTIFICATE_REASON_MIN_LENGTH - 1]) {
      const reason = 'x'.repeat(length);
      const isTaken = length === CERTIFICATE_REASON_MIN_LENGTH;
      expect(formTakes(revocation, 'reason', reason)).toBe(isTaken);
      expect(bodyTakes(revokeCertificate.body, 'reason', reason)).toBe(isTaken);
    }
  });

  test('the shortest password of an account', () => {
    for (const length of [PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH - 1]) {
      const password = 'x'.repeat(length);
      const isTaken = length === PASSWORD_MIN_LENGTH;
      expect(mayCreateAccount({ name: 'Asha', email: 'a@b.co', password })).toBe(isTaken);
      expect(bodyTakes(SignupBody, 'password', password)).toBe(isTaken);
    }
  });

  test('an address', () => {
    for (const [length, isTaken] of [
      [URL_MAX_LENGTH, true],
      [URL_MAX_LENGTH + 1, false],
    ] as const) {
      expect(formTakes(resource, 'url', address(length))).toBe(isTaken);
      expect(bodyTakes(CreateResourceBody, 'url', address(length))).toBe(isTaken);
      expect(bodyTakes(MigrationBody, 'portfolioUrl', address(length))).toBe(isTaken);
      expect(formTakes(() => createProfileMigration().form, 'portfolioUrl', address(length))).toBe(isTaken);
    }
  });
});

test.each([
  ['week', week, CreateWeekBody],
  ['section', section, CreateSectionBody],
  ['resource', resource, CreateResourceBody],
] as [string, () => unknown, Body][])(
  'the order of a %s ends where its call ends it',
  (_name, open, body) => {
    for (const [order, isTaken] of [
      [1, true],
      [0, false],
      [INTEGER_MAX, true],
      [INTEGER_MAX + 1, false],
    ] as const) {
      expect([formTakes(open, 'order', String(order)), bodyTakes(body, 'order', order)]).toEqual([
        isTaken,
        isTaken,
      ]);
    }
  },
);

test('a box that stops at a length stops at the one of its call', () => {
  const boxes = (markup: string) =>
    Object.fromEntries(
      [...markup.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
        const length = /maxlength="(\d+)"/i.exec(tag)?.[1];
        return length ? [[/name="(\w+)"/.exec(tag)?.[1], Number(length)]] : [];
      }),
    );
  const migration = createProfileMigration();
  migration.form.change('department', OTHER_DEPARTMENT);
  const step = renderToStaticMarkup(
    <AcademicStep migration={migration} state={migration.form.$form.get()} />,
  );
  expect(boxes(step)).toEqual({
    institute: NAME_MAX_LENGTH,
    otherDepartment: NAME_MAX_LENGTH,
    studentId: STUDENT_ID_MAX_LENGTH,
  });
  expect(boxes(renderToStaticMarkup(<SignUp />))).toEqual({ name: NAME_MAX_LENGTH });
  for (const [body, field, max] of [
    [SignupBody, 'name', NAME_MAX_LENGTH],
    [MigrationBody, 'institute', NAME_MAX_LENGTH],
    [MigrationBody, 'department', NAME_MAX_LENGTH],
    [MigrationBody, 'studentId', STUDENT_ID_MAX_LENGTH],
  ] as [Body, string, number][]) {
    expect([bodyTakes(body, field, 'x'.repeat(max)), bodyTakes(body, field, 'x'.repeat(max + 1))]).toEqual([
      true,
      false,
    ]);
  }
  // A note is shorter on the screen than its call takes it (CONST-19).
  expect(NOTE_SCREEN_MAX_LENGTH).toBeLessThan(NOTE_MAX_LENGTH);
});

test('no length and no highest order is typed where the contract has it', async () => {
  const root = join(import.meta.dir, '../../..');
  const TYPED = {
    'site/src/**/*.{tsx,astro}':
      /\b(?:maxLength|minLength|counterMax)=(?:\{|")\d|<CharacterCount[^>]* max=\{\d/,
    'api/contract/*.ts': /\b(?:maxLength|lte)\(\d{2,}|\bmax(?: =|:) \d{2,}|lengthOf\(\w+\) [<>]=? \d{2,}/,
    '{api,site/src}/**/*.{ts,tsx}': /2_?147_?483_?647/,
  };
  const found: string[] = [];
  for (const [files, typed] of Object.entries(TYPED)) {
    for (const file of new Bun.Glob(files).scanSync(root)) {
      if (/\.test\.tsx?$|^api\/contract\/constants\.ts$/.test(file)) continue;
      if (typed.test(await readFile(join(root, file), 'utf8'))) found.push(`${file}: ${typed}`);
    }
  }
  expect(found).toEqual([]);
});
