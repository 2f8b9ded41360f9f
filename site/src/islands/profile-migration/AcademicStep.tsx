import { type MigrationValues, validateAcademic } from '#contract/profile-rules.ts';
import { AcademicFields } from '../shared/account/AcademicFields.tsx';
import { afterPress } from '../shared/form/after-press.ts';
import type { FormState } from '../shared/form/form.ts';
import { Button } from '../ui/Button.tsx';
import type { ProfileMigration } from './profile-migration.ts';

interface Props {
  migration: ProfileMigration;
  state: FormState<MigrationValues>;
}

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
      <AcademicFields values={values} errors={errors} bind={bind} />
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <p className="text-sm text-muted">{isValid ? 'All set.' : 'All fields are required.'}</p>
        <Button type="submit" size="large" disabled={!isValid} className="max-sm:w-full">
          Next Step
        </Button>
      </div>
    </div>
  );
}
