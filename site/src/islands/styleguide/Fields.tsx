import { type ReactElement, useState } from 'react';
import { NOTE_SCREEN_MAX_LENGTH, NOTE_WARNING_LENGTH } from '#contract/constants.ts';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { CodeInput } from '#site/islands/ui/CodeInput.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { PasswordInput } from '#site/islands/ui/PasswordInput.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { Specimen } from './Specimen.tsx';

const LEAGUES = [
  { value: 'ml', label: 'ML' },
  { value: 'finance', label: 'Finance' },
  { value: 'expired', label: 'ML League (1.0), expired', disabled: true },
];

/** Fields: empty, filled, wrong, disabled and read-only. */
export function Fields(): ReactElement {
  const [code, setCode] = useState('12');
  const [note, setNote] = useState('A note that is long enough to be counted.');
  const [isOn, setIsOn] = useState(true);
  return (
    <Specimen
      name="Fields"
      note="Reason or example below the box; what is wrong is said in words, with a sign."
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Field label="Name" hint="As it should stand on a certificate." required>
          <TextInput placeholder="Asha Kaur" autoComplete="off" />
        </Field>
        <Field label="Email" error="Please enter a valid email address">
          <TextInput type="email" defaultValue="asha@" autoComplete="off" />
        </Field>
        <Field label="Password" hint="At least 8 characters.">
          <PasswordInput defaultValue="not a real one" autoComplete="off" />
        </Field>
        <Field label="League" optional>
          <Select options={LEAGUES} placeholder="All leagues" />
        </Field>
        <Field label="Disabled">
          <TextInput disabled defaultValue="Cannot be changed now" />
        </Field>
        <Field label="Read-only">
          <TextInput readOnly value="OL-0042" />
        </Field>
        <Field label="Note" className="md:col-span-2">
          <Textarea
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            counterMax={NOTE_SCREEN_MAX_LENGTH}
            counterWarning={NOTE_WARNING_LENGTH}
          />
        </Field>
        <CodeInput
          label="Verification code"
          value={code}
          onChange={setCode}
          hint="Six digits from the mail."
        />
        <CodeInput label="Code, refused" value="123456" onChange={() => {}} error="2 attempts remaining" />
      </div>
      <div className="flex flex-wrap gap-x-10 gap-y-2">
        <Checkbox label="Not ticked" />
        <Checkbox label="Ticked" defaultChecked />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Disabled, ticked" disabled defaultChecked />
        <Checkbox label="Wrong" error="Please accept the terms" />
      </div>
      <div className="flex flex-wrap gap-x-10 gap-y-2">
        <Switch label="Needs revision" checked={isOn} onChange={setIsOn} />
        <Switch label="Off" checked={false} onChange={() => {}} />
        <Switch label="Disabled" checked={false} disabled onChange={() => {}} />
      </div>
    </Specimen>
  );
}
