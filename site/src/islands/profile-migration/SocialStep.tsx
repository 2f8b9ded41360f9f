import type { MigrationValues } from '#contract/profile-rules.ts';
import { afterPress } from '../shared/form/after-press.ts';
import type { FormState } from '../shared/form/form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import type { ProfileMigration } from './profile-migration.ts';

const FIELDS = [
  { name: 'twitterHandle', label: 'X (Twitter) handle', hint: 'Begins with @.', placeholder: '@yourhandle' },
  {
    name: 'linkedinUrl',
    label: 'LinkedIn URL',
    hint: 'Full link to your profile.',
    placeholder: 'https://linkedin.com/in/you',
    type: 'url',
  },
  { name: 'githubUsername', label: 'GitHub username', hint: 'Where your projects live.' },
  { name: 'discordUsername', label: 'Discord username', hint: 'Your name there.' },
  {
    name: 'portfolioUrl',
    label: 'Portfolio URL',
    hint: 'A page of your own, if you have one.',
    placeholder: 'https://',
    type: 'url',
  },
] as const;

interface Props {
  migration: ProfileMigration;
  state: FormState<MigrationValues>;
}

export function SocialStep({ migration, state: { values, errors, busy } }: Props) {
  const { form } = migration;
  return (
    <div className="grid gap-6">
      <p className="text-muted">
        All of this is optional. Only you and our staff see it; you can change it on your profile at any time.
      </p>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        {FIELDS.map(({ name, label, hint, ...rest }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            error={errors[name]}
            className={name === 'portfolioUrl' ? 'sm:col-span-2' : ''}
          >
            <TextInput
              {...rest}
              name={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values[name]}
              onChange={(event) => form.change(name, event.target.value)}
              onBlur={() => afterPress(() => form.check(name))}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-6">
        <Button
          variant="secondary"
          size="large"
          disabled={busy}
          onClick={migration.previous}
          className="max-sm:px-3 max-sm:text-base"
        >
          Previous
        </Button>
        <Button
          type="submit"
          size="large"
          busy={busy}
          busyLabel="Completing Profile..."
          className="max-sm:flex-1 max-sm:px-3 max-sm:text-base"
        >
          Complete Profile
        </Button>
      </div>
    </div>
  );
}
