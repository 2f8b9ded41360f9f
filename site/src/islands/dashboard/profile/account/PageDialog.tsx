import { type ChangeEvent, type ReactNode, useState } from 'react';
import {
  ABOUT_MAX_LENGTH,
  ADDRESS_MAX_LENGTH,
  type OwnPublicProfile,
  type ShownPart,
} from '#contract/public-profile.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { CharacterCount, Textarea } from '#site/islands/ui/Textarea.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createPageForm } from './public-page.ts';

const PARTS: readonly { part: ShownPart; label: string; hint?: string }[] = [
  { part: 'showsName', label: 'My name' },
  { part: 'showsLeagues', label: 'Leagues I finished' },
  { part: 'showsBadges', label: 'Badges' },
  { part: 'showsCertificates', label: 'Certificates', hint: 'Their own pages show your name.' },
  { part: 'showsEvents', label: 'Events I attended' },
  {
    part: 'showsLinks',
    label: 'Links of my profile',
    hint: 'All but Discord. They may give away who you are.',
  },
];

interface Props {
  own: OwnPublicProfile;
  onClose: () => void;
}

export function PageDialog({ own, onClose }: Props) {
  const [form] = useState(() => createPageForm(own, onClose));
  const bound = useForm(form);
  const { values, errors, failure, busy, bind } = bound;
  const tick = (name: ShownPart | 'isIndexed') => ({
    checked: values[name],
    disabled: busy,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => form.change(name, target.checked),
  });
  const pick = (id: string, isPicked: boolean) =>
    form.change(
      'projectIds',
      isPicked ? [...values.projectIds, id] : values.projectIds.filter((picked) => picked !== id),
    );
  return (
    <AccountDialog
      title="Public page"
      form={bound}
      failure={errors.address ? null : failure}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <Switch
        label="Everyone with the link can see my page"
        checked={values.isPublic}
        disabled={busy}
        onChange={(isPublic) => form.change('isPublic', isPublic)}
      />
      <Field
        label={`Address after ${location.host}/people/`}
        hint={
          own.settings.address
            ? 'After a change the old address stops working.'
            : 'Leave it empty to get a random one.'
        }
        error={errors.address}
      >
        <TextInput
          {...bind('address')}
          maxLength={ADDRESS_MAX_LENGTH}
          readOnly={busy}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="About you"
        hint="A line or two for everyone to read."
        error={errors.about}
        counter={<CharacterCount text={values.about} max={ABOUT_MAX_LENGTH} />}
        optional
      >
        <Textarea {...bind('about')} rows={3} readOnly={busy} />
      </Field>
      <Choices legend="What it shows">
        {PARTS.map(({ part, label, hint }) => (
          <Checkbox key={part} label={label} hint={hint} {...tick(part)} />
        ))}
      </Choices>
      <Choices legend="Projects">
        {own.submissions.length === 0 ? (
          <p className="text-sm text-muted">Your approved assignments will be listed here.</p>
        ) : (
          own.submissions.map(({ id, title, league, url }) => (
            <Checkbox
              key={id}
              label={title}
              hint={url ? `${league}, with its link` : league}
              checked={values.projectIds.includes(id)}
              disabled={busy}
              onChange={({ target }) => pick(id, target.checked)}
            />
          ))
        )}
      </Choices>
      <Choices legend="Search engines">
        <Checkbox label="They may list my page" {...tick('isIndexed')} />
      </Choices>
    </AccountDialog>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold text-strong">{legend}</legend>
      {children}
    </fieldset>
  );
}
