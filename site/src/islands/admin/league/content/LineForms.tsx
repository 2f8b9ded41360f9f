import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { NAME_MAX_LENGTH, RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
import { RESOURCE_TYPES, type ResourceType } from '#contract/resources.ts';
import { isHttpUrl, toWebAddress } from '#contract/text.ts';
import { plus } from '#site/icons/actions.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { toResourceTypeText } from '#site/labels.ts';
import type { OutlineResource } from './outline-edits.ts';

const TYPE_OPTIONS = RESOURCE_TYPES.map((value) => ({ value, label: toResourceTypeText(value) }));

interface AddLineProps {
  label: string;
  placeholder: string;
  /** Returns what is wrong with the text, or null once it is on its way. */
  onAdd: (text: string) => string | null;
  /** Gets a pasted text of several lines. */
  onLines: (text: string) => void;
}

/** Enter adds, and the line waits for the next one. */
export function AddLine({ label, placeholder, onAdd, onLines }: AddLineProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const found = onAdd(text.trim());
    setFault(found);
    if (!found) setText('');
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!pasted.trim().includes('\n')) return;
    event.preventDefault();
    onLines(pasted);
  };
  return (
    <form onSubmit={submit} noValidate className="grid">
      <div className="flex items-center gap-2 rounded-md text-muted focus-within:text-strong">
        <Icon path={plus} size={18} className="shrink-0" />
        <input
          type="text"
          value={text}
          aria-label={label}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? id : undefined}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setFault(null);
          }}
          onPaste={paste}
          className="focus-inside h-11 w-full min-w-0 rounded-md bg-transparent px-2 text-base text-strong placeholder:text-muted md:h-9 md:pointer-fine:text-sm"
        />
      </div>
      <p id={id} role="alert" className="ps-8 pb-1 text-sm font-medium text-danger empty:hidden">
        {fault}
      </p>
    </form>
  );
}

interface EndProps {
  onCancel: () => void;
}

const cancelOnEscape = (onCancel: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  onCancel();
};

function FormEnd({ onCancel }: EndProps) {
  return (
    <div className="flex gap-2">
      <Button type="submit" size="small">
        Save
      </Button>
      <Button variant="ghost" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface NameFormProps extends EndProps {
  label: string;
  name: string;
  onSave: (name: string) => void;
}

export function NameForm({ label, name, onSave, onCancel }: NameFormProps) {
  return (
    <form
      className="flex w-full flex-wrap items-center gap-2 px-3 py-2"
      onKeyDown={cancelOnEscape(onCancel)}
      onSubmit={(event) => onSave(readForm(event).name ?? '')}
    >
      <TextInput
        autoFocus
        aria-label={label}
        name="name"
        defaultValue={name}
        required
        maxLength={NAME_MAX_LENGTH}
        className="min-w-40 flex-1"
      />
      <FormEnd onCancel={onCancel} />
    </form>
  );
}

interface ResourceFormProps extends EndProps {
  onDelete: () => void;
  resource: OutlineResource;
  onSave: (fields: Pick<OutlineResource, 'title' | 'url' | 'type' | 'minutes'>) => void;
}

export function ResourceForm({ resource, onSave, onCancel, onDelete }: ResourceFormProps) {
  const [fault, setFault] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { title = '', url = '', type, minutes } = readForm(event);
    const address = toWebAddress(url);
    if (!isHttpUrl(address)) return setFault('Enter a full link, starting with https://');
    onSave({
      title: title.trim(),
      url: address,
      type: type as ResourceType,
      minutes: minutes ? Number(minutes) : null,
    });
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={cancelOnEscape(onCancel)}
      aria-label={`Edit ${resource.title}`}
      className="grid w-full gap-3 rounded-md bg-surface p-3 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_10rem_6rem]"
    >
      <Field label="Title" required>
        <TextInput
          autoFocus
          name="title"
          defaultValue={resource.title}
          maxLength={RESOURCE_TITLE_MAX_LENGTH}
        />
      </Field>
      <Field label="Address" required error={fault}>
        <TextInput name="url" defaultValue={resource.url} inputMode="url" spellCheck={false} />
      </Field>
      <Field label="Type">
        <Select name="type" defaultValue={resource.type} options={TYPE_OPTIONS} />
      </Field>
      <Field label="Minutes">
        <TextInput
          type="number"
          min={1}
          max={RESOURCE_MINUTES_MAX}
          name="minutes"
          defaultValue={resource.minutes ?? ''}
        />
      </Field>
      <div className="flex flex-wrap justify-between gap-2 md:col-span-full">
        <FormEnd onCancel={onCancel} />
        <Button variant="ghost" size="small" className="text-danger!" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </form>
  );
}

function readForm(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}
