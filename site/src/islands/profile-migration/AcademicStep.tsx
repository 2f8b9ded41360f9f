import { GRADUATION_YEAR_MIN, NAME_MAX_LENGTH, PHONE_DIGITS } from '#contract/constants.ts';
import { DEPARTMENTS, OTHER_DEPARTMENT } from '#contract/departments.ts';
import {
  type MigrationValues,
  STUDENT_ID_MAX_LENGTH,
  toLastGraduationYear,
  validateAcademic,
} from '#contract/profile-rules.ts';
import { afterPress } from '../shared/form/after-press.ts';
import type { FormState } from '../shared/form/form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import type { ProfileMigration } from './profile-migration.ts';

const DEPARTMENT_OPTIONS = DEPARTMENTS.map((name) => ({ value: name, label: name }));

interface Props {
  migration: ProfileMigration;
  state: FormState<MigrationValues>;
}

/** Step 1, 'Academic Details' (MIGR-07 to MIGR-12). */
export function AcademicStep({ migration, state: { values, errors } }: Props) {
  const { form } = migration;
  const bind = (name: keyof MigrationValues) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
    onBlur: () => afterPress(() => form.check(name)),
  });
  const isValid = Object.keys(validateAcademic(values)).length === 0;
  return (
    <div className="grid gap-6">
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <Field
          label="Institute"
          hint="Where you study."
          error={errors.institute}
          required
          className="sm:col-span-2"
        >
          <TextInput {...bind('institute')} autoComplete="organization" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field
          label="Department"
          hint="So that we can find people from your field."
          error={errors.department}
          required
          className="sm:col-span-2"
        >
          <Select {...bind('department')} placeholder="Choose your department" options={DEPARTMENT_OPTIONS} />
        </Field>
        {values.department === OTHER_DEPARTMENT ? (
          <Field
            label="Department name"
            error={errors.otherDepartment}
            required
            className="enter sm:col-span-2"
          >
            <TextInput {...bind('otherDepartment')} autoComplete="off" maxLength={NAME_MAX_LENGTH} />
          </Field>
        ) : null}
        <Field
          label="Graduation Year"
          hint={`The year you finish, ${GRADUATION_YEAR_MIN} to ${toLastGraduationYear()}.`}
          error={errors.graduationYear}
          required
        >
          <TextInput
            {...bind('graduationYear')}
            type="number"
            autoComplete="off"
            inputMode="numeric"
            min={GRADUATION_YEAR_MIN}
            max={toLastGraduationYear()}
            step={1}
          />
        </Field>
        <Field label="Student ID" hint="Your roll or registration number." error={errors.studentId} required>
          <TextInput
            {...bind('studentId')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={STUDENT_ID_MAX_LENGTH}
          />
        </Field>
        <Field
          label="Phone Number"
          hint={`Enter ${PHONE_DIGITS}-digit mobile number (without +91)`}
          error={errors.phoneNumber}
          required
          className="sm:col-span-2"
        >
          <TextInput {...bind('phoneNumber')} type="tel" inputMode="numeric" autoComplete="tel-national" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <p className="text-sm text-muted">{isValid ? 'All set.' : 'All fields of this step are needed.'}</p>
        <Button type="submit" size="large" disabled={!isValid} className="max-sm:w-full">
          Next Step
        </Button>
      </div>
    </div>
  );
}
