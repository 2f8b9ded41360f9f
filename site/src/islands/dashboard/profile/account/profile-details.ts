import { updateProfile } from '#contract/auth.ts';
import { NAME_MIN_LENGTH, PROFILE_NAME_MAX_LENGTH } from '#contract/constants.ts';
import { DEPARTMENTS, OTHER_DEPARTMENT } from '#contract/departments.ts';
import {
  type AcademicValues,
  PROFILE_INVALID,
  toDepartment,
  toPhoneDigits,
  validateAcademic,
} from '#contract/profile-rules.ts';
import { lengthOf } from '#contract/text.ts';
import type { User } from '#contract/users.ts';
import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { reloadUser } from '#site/islands/shared/session/session.ts';

export interface DetailsValues extends AcademicValues {
  name: string;
}

export function createDetailsForm(user: User, onDone: () => void): Form<DetailsValues> {
  const initial = toValues(user);
  const form = createForm<DetailsValues>({
    initial,
    validate: (values) => findFaults(values, initial),
    submit: async (values) => {
      const [before, now] = [toBody(initial), toBody(values)];
      const names = Object.keys(now) as (keyof typeof now)[];
      const changed = names.filter((name) => now[name] !== before[name]);
      if (changed.length > 0) {
        await callApi(updateProfile, { body: Object.fromEntries(changed.map((name) => [name, now[name]])) });
        await reloadUser();
      }
      onDone();
      return 'staying';
    },
  });
  return {
    ...form,
    change: (name, value) =>
      form.change(name, name === 'phoneNumber' ? (toPhoneDigits(value) as typeof value) : value),
  };
}

function toValues(user: User): DetailsValues {
  const department = user.department ?? '';
  const isListed = department === '' || (DEPARTMENTS as readonly string[]).includes(department);
  return {
    name: user.name,
    institute: user.institute ?? '',
    department: isListed ? department : OTHER_DEPARTMENT,
    otherDepartment: isListed ? '' : department,
    graduationYear: String(user.graduationYear ?? ''),
    studentId: user.studentId ?? '',
    phoneNumber: user.phoneNumber ?? '',
  };
}

// Validates changed fields only, because an imported account may contain values the form refuses.
function findFaults(values: DetailsValues, initial: DetailsValues): FieldErrors<DetailsValues> {
  const faults: FieldErrors<DetailsValues> = validateAcademic(values);
  const length = lengthOf(values.name.trim());
  if (length < NAME_MIN_LENGTH || length > PROFILE_NAME_MAX_LENGTH) faults.name = PROFILE_INVALID.name;
  const isChanged = (name: keyof DetailsValues) =>
    values[name] !== initial[name] ||
    (name === 'otherDepartment' && values.department !== initial.department);
  return Object.fromEntries(
    Object.entries(faults).filter(([name]) => isChanged(name as keyof DetailsValues)),
  );
}

function toBody(values: DetailsValues) {
  return {
    name: values.name.trim(),
    institute: values.institute.trim(),
    department: toDepartment(values),
    graduationYear: Number(values.graduationYear),
    studentId: values.studentId.trim(),
    phoneNumber: values.phoneNumber,
  };
}
