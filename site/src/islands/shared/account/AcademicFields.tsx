import { GRADUATION_YEAR_MIN, NAME_MAX_LENGTH, PHONE_DIGITS } from '#contract/constants.ts';
import { DEPARTMENTS, OTHER_DEPARTMENT } from '#contract/departments.ts';
import { type AcademicValues, STUDENT_ID_MAX_LENGTH, toLastGraduationYear } from '#contract/profile-rules.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { FieldErrors } from '../form/form.ts';

const DEPARTMENT_OPTIONS = [
  ...DEPARTMENTS.filter((name) => name !== OTHER_DEPARTMENT).toSorted(),
  OTHER_DEPARTMENT,
].map((name) => ({ value: name, label: name }));

interface Props {
  values: AcademicValues;
  errors: FieldErrors<AcademicValues>;
  bind: (name: keyof AcademicValues) => {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    onBlur?: () => void;
  };
}

export function AcademicFields({ values, errors, bind }: Props) {
  return (
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
        hint="So we can find people from your field."
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
  );
}
