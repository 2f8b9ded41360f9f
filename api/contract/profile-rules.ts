import {
  GRADUATION_YEAR_MIN,
  GRADUATION_YEARS_AHEAD,
  NAME_MIN_LENGTH,
  PHONE_DIGITS,
  PHONE_LENGTH_MAX,
  PHONE_LENGTH_MIN,
  PROFILE_NAME_MAX_LENGTH,
} from './constants.ts';
import { OTHER_DEPARTMENT } from './departments.ts';
import { cleanText, isHttpUrl } from './text.ts';

// Plain functions without zod, so that forms need not load the schemas.

export const STUDENT_ID_MAX_LENGTH = 60;
export const HANDLE_MAX_LENGTH = 60;
export const PHONE_TEXT_MAX_LENGTH = 40;

export const PROFILE_REQUIRED = {
  institute: 'Institute is required',
  department: 'Department is required',
  graduationYear: 'Graduation year is required',
  phoneNumber: 'Phone number is required',
  studentId: 'Student ID is required',
} as const;

export const PROFILE_INVALID = {
  name: `Name must be between ${NAME_MIN_LENGTH} and ${PROFILE_NAME_MAX_LENGTH} characters`,
  graduationYear: 'Please enter a valid graduation year',
  phoneNumber: 'Please enter a valid phone number',
  portfolioUrl: 'Please enter a valid portfolio URL',
  linkedinUrl: 'Please enter a valid LinkedIn URL',
  githubUsername: 'Please enter a valid GitHub username',
  twitterHandle: 'Please enter a valid Twitter handle',
  kaggleUsername: 'Please enter a valid Kaggle username',
} as const;

export interface MigrationValues {
  institute: string;
  department: string;
  otherDepartment: string;
  graduationYear: string;
  studentId: string;
  phoneNumber: string;
  twitterHandle: string;
  linkedinUrl: string;
  githubUsername: string;
  discordUsername: string;
  portfolioUrl: string;
}

export type AcademicValues = Pick<MigrationValues, RequiredField | 'otherDepartment'>;
export type MigrationFaults = Partial<Record<keyof MigrationValues, string>>;
type RequiredField = keyof typeof PROFILE_REQUIRED;
type VariantAValues = Pick<MigrationValues, RequiredField | 'portfolioUrl'>;
type SocialValues = Pick<MigrationValues, 'twitterHandle' | 'linkedinUrl' | 'githubUsername'>;

const INDIA = '91';
const LINKEDIN_HOST = 'linkedin.com';

const HANDLES = {
  githubUsername: { hosts: ['github.com'], fits: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i },
  twitterHandle: { hosts: ['x.com', 'twitter.com'], fits: /^\w+$/ },
  kaggleUsername: { hosts: ['kaggle.com'], fits: /^[\w-]+$/ },
};
export type HandleField = keyof typeof HANDLES;
const PROFILE_ADDRESS =
  /^(?:https?:\/\/)?(?:(?:www|m|mobile)\.)?(?<host>[^/\s]+\.[^/\s]+)\/@?(?<name>[^/?#\s]+)\/?(?:[?#].*)?$/i;

/** In UTC, so that form and server agree at the turn of the year. */
export function toLastGraduationYear(today = new Date()): number {
  return today.getUTCFullYear() + GRADUATION_YEARS_AHEAD;
}

export function isGraduationYear(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= GRADUATION_YEAR_MIN &&
    value <= toLastGraduationYear()
  );
}

/** Accepts an optional +, then 10 to 15 digits with spaces, hyphens or parentheses. */
export function isPhoneNumber(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return /^\+?[\d\s\-()]+$/.test(value) && digits >= PHONE_LENGTH_MIN && digits <= PHONE_LENGTH_MAX;
}

/**
 * Extracts the handle from typed text or a pasted profile address; only X handles keep a leading '@'. Returns '' for
 * empty text, null for an invalid handle.
 */
export function readHandle(field: HandleField, typed: string): string | null {
  const text = cleanText(typed).replace(/^@+/, '').trim();
  if (text === '') return '';
  const { hosts, fits } = HANDLES[field];
  const address = PROFILE_ADDRESS.exec(text)?.groups;
  const name = address && hosts.includes(address.host?.toLowerCase() ?? '') ? (address.name ?? '') : text;
  if (!fits.test(name)) return null;
  return field === 'twitterHandle' ? `@${name}` : name;
}

export function toDepartment({
  department,
  otherDepartment,
}: Pick<MigrationValues, 'department' | 'otherDepartment'>): string {
  return department === OTHER_DEPARTMENT ? otherDepartment.trim() : department;
}

/**
 * Strips India's country code or a leading 0. Foreign numbers keep '+' and eleven digits starting with 91 stay whole,
 * so that the form refuses both.
 */
export function toPhoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  const isIndian = digits.startsWith(INDIA);
  if (/^\s*\+/.test(typed) && !isIndian) return `+${digits.slice(0, PHONE_LENGTH_MAX)}`;
  const withCode = INDIA.length + PHONE_DIGITS;
  if (isIndian && (typed.includes('+') || digits.length >= withCode))
    return digits.slice(INDIA.length, withCode);
  return isIndian && digits.length === withCode - 1 ? digits : digits.slice(0, PHONE_DIGITS);
}

/** Step 1 of the specification's form variant B. */
export function validateAcademic(values: AcademicValues): MigrationFaults {
  const faults: MigrationFaults = {};
  if (!values.institute.trim()) faults.institute = PROFILE_REQUIRED.institute;
  if (!values.department) faults.department = PROFILE_REQUIRED.department;
  if (values.department === OTHER_DEPARTMENT && !values.otherDepartment.trim()) {
    faults.otherDepartment = 'Please enter your department name';
  }
  const yearFault = toYearFault(values.graduationYear.trim());
  if (yearFault) faults.graduationYear = yearFault;
  if (!values.studentId.trim()) faults.studentId = PROFILE_REQUIRED.studentId;
  const phoneFault = toPhoneFault(values.phoneNumber);
  if (phoneFault) faults.phoneNumber = phoneFault;
  return faults;
}

/** The specification's form variant A. */
export function validateMigration(values: VariantAValues, today = new Date()): MigrationFaults {
  const faults: MigrationFaults = {};
  for (const [field, text] of Object.entries(PROFILE_REQUIRED) as [RequiredField, string][]) {
    if (!values[field].trim()) faults[field] = text;
  }
  const thisYear = today.getFullYear();
  const year = Number(values.graduationYear);
  if (!faults.graduationYear && !(year >= thisYear && year <= thisYear + GRADUATION_YEARS_AHEAD)) {
    faults.graduationYear = PROFILE_INVALID.graduationYear;
  }
  if (!faults.phoneNumber && !isPhoneNumber(values.phoneNumber.trim())) {
    faults.phoneNumber = PROFILE_INVALID.phoneNumber;
  }
  const portfolioUrl = values.portfolioUrl.trim();
  if (portfolioUrl && !isHttpUrl(portfolioUrl)) faults.portfolioUrl = PROFILE_INVALID.portfolioUrl;
  return faults;
}

/**
 * Rules that variant A adds to the two-step form: required fields and the portfolio address (docs/product.md OPEN-07).
 */
export function validateAdditionally(values: VariantAValues): MigrationFaults {
  const added = Object.entries(validateMigration(values)).filter(
    ([field]) => field === 'portfolioUrl' || !values[field as RequiredField].trim(),
  );
  return Object.fromEntries(added);
}

export function validateSocial({
  twitterHandle,
  linkedinUrl,
  githubUsername,
}: SocialValues): MigrationFaults {
  const faults: MigrationFaults = {};
  if (!isEmptyOr(twitterHandle, (handle) => /^@|\//.test(handle))) {
    faults.twitterHandle = 'Twitter handle must start with @';
  } else if (readHandle('twitterHandle', twitterHandle) === null) {
    faults.twitterHandle = PROFILE_INVALID.twitterHandle;
  }
  const linkedinFault = toLinkedinFault(linkedinUrl.trim());
  if (linkedinFault) faults.linkedinUrl = linkedinFault;
  if (readHandle('githubUsername', githubUsername) === null) {
    faults.githubUsername = PROFILE_INVALID.githubUsername;
  }
  return faults;
}

/** All rules together; the form's own texts override those of the additional validator. */
export function validateProfileMigration(values: MigrationValues): MigrationFaults {
  const additional = validateAdditionally({ ...values, department: toDepartment(values) });
  if (values.department === OTHER_DEPARTMENT) delete additional.department;
  return { ...additional, ...validateSocial(values), ...validateAcademic(values) };
}

function toYearFault(year: string): string | null {
  if (!year) return PROFILE_REQUIRED.graduationYear;
  if (/^\d{4}$/.test(year) && isGraduationYear(Number(year))) return null;
  return `${PROFILE_INVALID.graduationYear} (${GRADUATION_YEAR_MIN}-${toLastGraduationYear()})`;
}

function toPhoneFault(phone: string): string | null {
  if (!phone) return PROFILE_REQUIRED.phoneNumber;
  if (!/^\d+$/.test(phone) || phone.length !== PHONE_DIGITS) {
    return `Phone number must be exactly ${PHONE_DIGITS} digits`;
  }
  return /^[6-9]/.test(phone) ? null : 'Please enter a valid Indian mobile number';
}

function isEmptyOr(value: string, holds: (trimmed: string) => boolean): boolean {
  return value.trim() === '' || holds(value.trim());
}

function toLinkedinFault(value: string): string | null {
  if (value === '') return null;
  if (!URL.canParse(value)) return 'Please enter a valid URL';
  const { hostname } = new URL(value);
  const isLinkedin = hostname === LINKEDIN_HOST || hostname.endsWith(`.${LINKEDIN_HOST}`);
  return isLinkedin && isHttpUrl(value) ? null : PROFILE_INVALID.linkedinUrl;
}
