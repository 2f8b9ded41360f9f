import { GRADUATION_YEARS_AHEAD, PHONE_LENGTH_MAX, PHONE_LENGTH_MIN } from '#contract/constants.ts';
import { isHttpUrl } from '#contract/text.ts';

export interface MigrationFields {
  institute: string;
  department: string;
  graduationYear: string;
  phoneNumber: string;
  studentId: string;
  portfolioUrl: string;
}

export type MigrationFaults = Partial<Record<keyof MigrationFields, string>>;

const REQUIRED = {
  institute: 'Institute is required',
  department: 'Department is required',
  graduationYear: 'Graduation year is required',
  phoneNumber: 'Phone number is required',
  studentId: 'Student ID is required',
} as const;

const PHONE = new RegExp(`^\\+?[\\d\\s\\-()]{${PHONE_LENGTH_MIN},${PHONE_LENGTH_MAX}}$`);

/** The migration rules of variant A, whole (MIGR-27 to MIGR-30). */
export function validateMigration(fields: MigrationFields, today = new Date()): MigrationFaults {
  const faults: MigrationFaults = {};
  for (const [field, text] of Object.entries(REQUIRED) as [keyof typeof REQUIRED, string][]) {
    if (!fields[field].trim()) faults[field] = text;
  }
  const thisYear = today.getFullYear();
  const year = Number(fields.graduationYear);
  if (!faults.graduationYear && !(year >= thisYear && year <= thisYear + GRADUATION_YEARS_AHEAD)) {
    faults.graduationYear = 'Please enter a valid graduation year';
  }
  if (!faults.phoneNumber && !PHONE.test(fields.phoneNumber.trim())) {
    faults.phoneNumber = 'Please enter a valid phone number';
  }
  const portfolioUrl = fields.portfolioUrl.trim();
  if (portfolioUrl && !isHttpUrl(portfolioUrl)) faults.portfolioUrl = 'Please enter a valid portfolio URL';
  return faults;
}

/**
 * What variant A adds to the two-step form: required fields and the portfolio address, never a year or a phone number
 * that the form's own rules accept (MIGR-31, OPEN-07).
 */
export function validateAdditionally(fields: MigrationFields): MigrationFaults {
  const faults = validateMigration(fields);
  const added = Object.entries(faults).filter(
    ([field]) => field === 'portfolioUrl' || !fields[field as keyof MigrationFields].trim(),
  );
  return Object.fromEntries(added);
}
