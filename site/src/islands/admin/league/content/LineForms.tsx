import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { RESOURCE_MINUTES_MAX, RESOURCE_TITLE_MAX_LENGTH } from '#contract/constants.ts';
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
  /** Returns what is wrong with the text. */
  onAdd: (text: string) => string | undefined;
  /** Gets a pasted text of several lines. */
  onLines: (text: string) => void;
}

/** Enter adds, and the line waits for the next one. */
export function AddLine({ label, placeholder, onAdd, onLines }: AddLineProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
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
            setFault(undefined);
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

interface LineFormProps {
  'aria-label'?: string;
  className: string;
  /** Gets the fields by their names. */
  onSave: (fields: Record<string, string>) => void;
  onCancel: () => void;
  /** Across from the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Escape leaves the line as it was. */
export function LineForm({ onSave, onCancel, aside, children, ...looks }: LineFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)];
    onSave(Object.fromEntries(fields.map(([name, value]) => [name, String(value).trim()])));
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form {...looks} onSubmit={submit} onKeyDown={leave}>
      {children}
      <div className="flex flex-wrap justify-between gap-2 md:col-span-full">
        <div className="flex gap-2">
          <Button type="submit" size="small">
            Save
          </Button>
          <Button variant="ghost" size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        {aside}
      </div>
    </form>
  );
}

interface ResourceFormProps {
  resource: OutlineResource;
  onSave: (fields: Pick<OutlineResource, 'title' | 'url' | 'type' | 'minutes'>) => void;
  onCancel: () => void;
  onDelete: () => void;
}

export function ResourceForm({ resource, onSave, onCancel, onDelete }: ResourceFormProps) {
  const [fault, setFault] = useState('');
  const save = ({ title = '', url = '', type, minutes }: Record<string, string>) => {
    const address = toWebAddress(url);
    if (!isHttpUrl(address)) return setFault('Enter a full link, starting with https://');
    onSave({ title, url: address, type: type as ResourceType, minutes: minutes ? Number(minutes) : null });
  };
  return (
    <LineForm
      aria-label={`Edit ${resource.title}`}
      className="grid w-full gap-3 rounded-md bg-surface p-3 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_10rem_6rem]"
      onSave={save}
      onCancel={onCancel}
      aside={
        <Button variant="ghost" size="small" className="text-danger!" onClick={onDelete}>
          Delete
        </Button>
      }
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
    </LineForm>
  );
}
