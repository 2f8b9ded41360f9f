import { describe, expect, setSystemTime, test } from 'bun:test';
import {
  GRADUATION_YEAR_MIN,
  GRADUATION_YEARS_AHEAD,
  PHONE_LENGTH_MAX,
  PHONE_LENGTH_MIN,
} from './constants.ts';
import { DEPARTMENTS } from './departments.ts';
import {
  isGraduationYear,
  type MigrationValues,
  toDepartment,
  toPhoneDigits,
  validateAcademic,
  validateAdditionally,
  validateMigration,
  validateProfileMigration,
  validateSocial,
} from './profile-rules.ts';

const FILLED: MigrationValues = {
  institute: 'Sample Institute of Technology',
  department: 'Biotechnology',
  otherDepartment: '',
  graduationYear: '2028',
  studentId: '24102001',
  phoneNumber: '9876543210',
  twitterHandle: '',
  linkedinUrl: '',
  githubUsername: '',
  discordUsername: '',
  portfolioUrl: '',
};
const academic = (changes: Partial<MigrationValues>) => validateAcademic({ ...FILLED, ...changes });

test('MIGR-08 seventeen departments, Other among them', () => {
  expect(DEPARTMENTS).toHaveLength(17);
  expect(new Set(DEPARTMENTS).size).toBe(17);
  expect(DEPARTMENTS.at(-1)).toBe('Other');
});

describe('variant B', () => {
  test('MIGR-12 MIGR-13 a filled step 1 has no faults', () => expect(academic({})).toEqual({}));

  for (const [id, changes, faults] of [
    ['MIGR-17', { institute: '  ' }, { institute: 'Institute is required' }],
    ['MIGR-18', { department: '' }, { department: 'Department is required' }],
    ['MIGR-19', { department: 'Other' }, { otherDepartment: 'Please enter your department name' }],
    ['MIGR-20', { graduationYear: '' }, { graduationYear: 'Graduation year is required' }],
    ['MIGR-22', { studentId: ' ' }, { studentId: 'Student ID is required' }],
    ['MIGR-23', { phoneNumber: '' }, { phoneNumber: 'Phone number is required' }],
    ['MIGR-25', { phoneNumber: '987654321' }, { phoneNumber: 'Phone number must be exactly 10 digits' }],
    ['MIGR-26', { phoneNumber: '5876543210' }, { phoneNumber: 'Please enter a valid Indian mobile number' }],
  ] as [string, Partial<MigrationValues>, object][]) {
    test(`${id} ${JSON.stringify(changes)}`, () => expect(academic(changes)).toEqual(faults));
  }

  test('MIGR-21 CONST-10 the year is a whole number from 2000 to ten years ahead, in the form and on the server', () => {
    expect(GRADUATION_YEAR_MIN).toBe(2000);
    for (const [today, last] of [
      ['2026-11-21T10:00:00Z', 2036],
      ['2030-12-31T23:59:00Z', 2040],
    ] as const) {
      setSystemTime(new Date(today));
      for (const graduationYear of ['2000', String(last)]) {
        expect(academic({ graduationYear })).toEqual({});
        expect(isGraduationYear(Number(graduationYear))).toBe(true);
      }
      for (const graduationYear of ['1999', String(last + 1), '2025.5', 'next', '2e3', '-2025', '02025']) {
        expect(academic({ graduationYear })).toEqual({
          graduationYear: `Please enter a valid graduation year (2000-${last})`,
        });
      }
      expect([1999, last + 1, 2025.5].some(isGraduationYear)).toBe(false);
    }
    setSystemTime();
  });

  test('MIGR-26 CONST-11 numbers from 6 to 9 pass', () => {
    for (const first of '6789') expect(academic({ phoneNumber: `${first}876543210` })).toEqual({});
    for (const first of '012345')
      expect(Object.keys(academic({ phoneNumber: `${first}876543210` }))).toHaveLength(1);
  });

  test('MIGR-24 a typed number keeps its first ten digits', () => {
    expect(toPhoneDigits('98765-43210 ext 99')).toBe('9876543210');
    expect(toPhoneDigits('abc')).toBe('');
  });

  test('MIGR-24 a country code goes, pasted whole or typed key by key, and never leaves another number', async () => {
    const cases: { typed: string; right: string }[] = await Bun.file(
      new URL('../test/cases/phone-with-country-code/typed.json', import.meta.url),
    ).json();
    const faultOf = (phoneNumber: string) => academic({ phoneNumber }).phoneNumber;
    for (const { typed, right } of cases) {
      const pasted = toPhoneDigits(typed);
      if (/^\d{10}$/.test(right)) expect([typed, pasted]).toEqual([typed, right]);
      else expect([typed, faultOf(pasted)]).toEqual([typed, expect.any(String)]);
      const keyed = [...typed].reduce((value, key) => toPhoneDigits(value + key), '');
      if (keyed !== right) expect([typed, keyed, faultOf(keyed)]).toEqual([typed, keyed, expect.any(String)]);
    }
  });

  test('MIGR-41 the department is the typed name when Other', () => {
    expect(toDepartment({ department: 'Other', otherDepartment: ' Design ' })).toBe('Design');
    expect(toDepartment({ department: 'Biotechnology', otherDepartment: 'Design' })).toBe('Biotechnology');
  });
});

describe('variant A', () => {
  const TODAY = new Date('2026-11-21T10:00:00Z');
  const faults = (changes: Partial<MigrationValues>) => validateMigration({ ...FILLED, ...changes }, TODAY);

  test('MIGR-27 five fields are required', () => {
    const empty = { institute: '', department: ' ', graduationYear: '', phoneNumber: '', studentId: '' };
    expect(faults(empty)).toEqual({
      institute: 'Institute is required',
      department: 'Department is required',
      graduationYear: 'Graduation year is required',
      phoneNumber: 'Phone number is required',
      studentId: 'Student ID is required',
    });
  });

  test('MIGR-28 CONST-10 the year lies between this one and ten ahead', () => {
    expect(GRADUATION_YEARS_AHEAD).toBe(10);
    for (const graduationYear of ['2026', '2036']) expect(faults({ graduationYear })).toEqual({});
    for (const graduationYear of ['2025', '2037', 'soon']) {
      expect(faults({ graduationYear })).toEqual({ graduationYear: 'Please enter a valid graduation year' });
    }
  });

  test('MIGR-29 CONST-11 the phone is an optional + and 10 to 15 digits, spaces, hyphens or parentheses', () => {
    expect([PHONE_LENGTH_MIN, PHONE_LENGTH_MAX]).toEqual([10, 15]);
    for (const phoneNumber of ['9876543210', '+919876543210', '(0161) 246-1234', '+123456789012345']) {
      expect(faults({ phoneNumber })).toEqual({});
    }
    for (const phoneNumber of ['987654321', '+1234567890123456', '98765x43210', '++9876543210']) {
      expect(faults({ phoneNumber })).toEqual({ phoneNumber: 'Please enter a valid phone number' });
    }
  });

  test('MIGR-30 a portfolio address that is given must be one', () => {
    for (const portfolioUrl of ['', 'https://asha.example/work', 'http://asha.example']) {
      expect(faults({ portfolioUrl })).toEqual({});
    }
    for (const portfolioUrl of ['asha', 'asha.example', 'javascript:alert(1)', 'https://']) {
      expect(faults({ portfolioUrl })).toEqual({ portfolioUrl: 'Please enter a valid portfolio URL' });
    }
  });

  test('MIGR-31 beside the form it adds required fields and the portfolio, never a year or a phone', () => {
    expect(validateAdditionally({ ...FILLED, graduationYear: '2001', phoneNumber: 'x' })).toEqual({});
    expect(validateAdditionally({ ...FILLED, institute: '', portfolioUrl: 'x' })).toEqual({
      institute: 'Institute is required',
      portfolioUrl: 'Please enter a valid portfolio URL',
    });
    expect(validateProfileMigration({ ...FILLED, graduationYear: '2001' })).toEqual({});
    expect(validateProfileMigration({ ...FILLED, department: 'Other' })).toEqual({
      otherDepartment: 'Please enter your department name',
    });
    expect(validateProfileMigration({ ...FILLED, portfolioUrl: 'x', twitterHandle: 'x' })).toEqual({
      portfolioUrl: 'Please enter a valid portfolio URL',
      twitterHandle: 'Twitter handle must start with @',
    });
  });
});

describe('social handles', () => {
  const none = { twitterHandle: '', linkedinUrl: '', githubUsername: '' };
  const faults = (changes: Partial<typeof none>) => validateSocial({ ...none, ...changes });

  test('MIGR-36 empty fields raise no error', () => {
    expect(faults({})).toEqual({});
    expect(faults({ twitterHandle: ' ', linkedinUrl: ' ', githubUsername: ' ' })).toEqual({});
  });
  test('MIGR-32 the X handle starts with @', () => {
    expect(faults({ twitterHandle: 'asha' })).toEqual({ twitterHandle: 'Twitter handle must start with @' });
    expect(faults({ twitterHandle: '@asha' })).toEqual({});
  });
  test('MIGR-33 LinkedIn is a URL', () => {
    expect(faults({ linkedinUrl: 'asha' })).toEqual({ linkedinUrl: 'Please enter a valid URL' });
  });
  test('MIGR-34 LinkedIn is on its own host', () => {
    for (const linkedinUrl of ['https://linkedin.com/in/asha', 'https://in.linkedin.com/in/asha']) {
      expect(faults({ linkedinUrl })).toEqual({});
    }
    for (const linkedinUrl of [
      'https://example.org/linkedin.com',
      'https://linkedin.com.evil.example',
      'ftp://linkedin.com/in/asha',
    ]) {
      expect(faults({ linkedinUrl })).toEqual({ linkedinUrl: 'Please enter a valid LinkedIn URL' });
    }
  });
  test('MIGR-35 the GitHub name is letters, digits and inner hyphens', () => {
    for (const githubUsername of ['a', '7', 'asha-rao', 'Asha7'])
      expect(faults({ githubUsername })).toEqual({});
    for (const githubUsername of ['-asha', 'asha-', 'asha_rao', 'asha rao', '-']) {
      expect(faults({ githubUsername })).toEqual({ githubUsername: 'Please enter a valid GitHub username' });
    }
  });
});
