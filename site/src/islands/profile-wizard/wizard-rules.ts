import { GRADUATION_YEAR_MAX, GRADUATION_YEAR_MIN, PHONE_DIGITS } from '#contract/constants.ts';
import { OTHER_DEPARTMENT } from '#contract/departments.ts';
import { type MigrationFields, validateAdditionally } from './migration-validator.ts';
import { type SocialValues, validateSocial } from './social-rules.ts';

export interface WizardValues extends MigrationFields, SocialValues {
  /** The typed name when the department is 'Other'. */
  otherDepartment: string;
  discordUsername: string;
}

export type WizardFaults = Partial<Record<keyof WizardValues, string>>;

/** The fields of 'Academic Details'; the rest belong to 'Social & Contact'. */
export const ACADEMIC_FIELDS = [
  'institute',
  'department',
  'otherDepartment',
  'graduationYear',
  'studentId',
  'phoneNumber',
] as const satisfies readonly (keyof WizardValues)[];

/** The rules of step 1, variant B (MIGR-17 to MIGR-26). */
export function validateAcademic(values: WizardValues): WizardFaults {
  const faults: WizardFaults = {};
  if (!values.institute.trim()) faults.institute = 'Institute is required';
  if (!values.department) faults.department = 'Department is required';
  if (values.department === OTHER_DEPARTMENT && !values.otherDepartment.trim()) {
    faults.otherDepartment = 'Please enter your department name';
  }
  const yearFault = toYearFault(values.graduationYear.trim());
  if (yearFault) faults.graduationYear = yearFault;
  if (!values.studentId.trim()) faults.studentId = 'Student ID is required';
  const phoneFault = toPhoneFault(values.phoneNumber);
  if (phoneFault) faults.phoneNumber = phoneFault;
  return faults;
}

/** Every rule of the form, the additional validator included (MIGR-31). The form's own words come first. */
export function validateWizard(values: WizardValues): WizardFaults {
  const fields = { ...values, department: toDepartment(values) };
  const additional = validateAdditionally(fields);
  if (values.department === OTHER_DEPARTMENT) delete additional.department;
  return { ...additional, ...validateSocial(values), ...validateAcademic(values) };
}

/** The department as it is sent: the typed name when 'Other' (MIGR-41). */
export function toDepartment({
  department,
  otherDepartment,
}: Pick<WizardValues, 'department' | 'otherDepartment'>): string {
  return department === OTHER_DEPARTMENT ? otherDepartment.trim() : department;
}

/** What stays of a typed phone number: its first ten digits (MIGR-24). */
export function toPhoneDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, PHONE_DIGITS);
}

function toYearFault(year: string): string | null {
  if (!year) return 'Graduation year is required';
  const isYear =
    /^\d{4}$/.test(year) && Number(year) >= GRADUATION_YEAR_MIN && Number(year) <= GRADUATION_YEAR_MAX;
  return isYear
    ? null
    : `Please enter a valid graduation year (${GRADUATION_YEAR_MIN}-${GRADUATION_YEAR_MAX})`;
}

function toPhoneFault(phone: string): string | null {
  if (!phone) return 'Phone number is required';
  if (!/^\d{10}$/.test(phone)) return `Phone number must be exactly ${PHONE_DIGITS} digits`;
  return /^[6-9]/.test(phone) ? null : 'Please enter a valid Indian mobile number';
}
