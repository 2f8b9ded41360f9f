import { useStore } from '@nanostores/react';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import type { Form } from '#site/islands/shared/form/form.ts';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { TextField } from '#site/islands/shared/form/TextField.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { fillOrder, type OrderValues, TYPED } from '../order/order-text.ts';
import {
  createRowForm,
  type Editor,
  type EditorField,
  type EditorFields,
  type EditorStart,
  suggestPlace,
  type ValuesOf,
} from './editor-fields.ts';
import { toEditorLabels } from './staff-form.ts';

interface Props<Values extends object>
  extends Omit<
    ComponentProps<typeof FormDialog<Values>>,
    'title' | 'submitLabel' | 'busyLabel' | 'children'
  > {
  labels: ReturnType<typeof toEditorLabels>;
  fields: EditorFields;
  choices?: Readonly<Record<string, Choices>>;
  /** Drawn in place of the fields with these names. */
  drawn?: Readonly<Record<string, ReactNode>>;
  children?: ReactNode;
}

export interface Choices extends Pick<ComponentProps<typeof SelectField>, 'options' | 'onChosen'> {
  hint?: string;
  placeholder?: string;
  /** Why the options are missing. */
  failure?: string | false | null;
}

export function EditorDialog<Values extends object>({
  labels,
  fields,
  choices = {},
  drawn = {},
  children,
  ...dialog
}: Props<Values>) {
  return (
    <FormDialog {...labels} {...dialog}>
      {Object.entries(fields).map(([name, field]) => (
        <Fragment key={name}>
          {drawn[name] ?? (
            <DeclaredField
              {...field}
              {...choices[name]}
              form={dialog.form as unknown as Form<Typed>}
              name={name}
            />
          )}
        </Fragment>
      ))}
      {children}
    </FormDialog>
  );
}

interface RowProps<Fields extends EditorFields>
  extends Omit<EditorStart<Fields>, 'onSaved'>,
    Pick<Props<ValuesOf<Fields>>, 'choices' | 'description' | 'onClose'> {
  editor: Editor<Fields>;
  drawn?: (
    form: Form<ValuesOf<Fields>>,
    place: (parentId: string) => void,
  ) => Readonly<Record<string, ReactNode>>;
}

/** A choice of another parent suggests a place there. */
export function RowDialog<Fields extends EditorFields>({
  editor,
  row,
  start,
  choices,
  drawn,
  ...dialog
}: RowProps<Fields>) {
  const { title, fields, place } = editor;
  const [form] = useState(() => createRowForm(editor, { row, start, onSaved: dialog.onClose }));
  const suggest = (parentId: string) => {
    if (place) fillOrder(form as unknown as Form<OrderValues>, suggestPlace(place, parentId, row));
  };
  const parent = place && choices?.[place.of];
  return (
    <EditorDialog
      {...dialog}
      labels={toEditorLabels(title, row === null)}
      form={form}
      fields={fields}
      choices={parent ? { ...choices, [place.of]: { ...parent, onChosen: suggest } } : choices}
      drawn={drawn?.(form, suggest)}
    />
  );
}

type Typed = Record<string, string>;

interface FieldProps extends EditorField, Partial<Choices> {
  form: Form<Typed>;
  name: string;
}

function DeclaredField({ kind, form, name, label, hint, required, max, rows, ...choice }: FieldProps) {
  const field = { form, name, label, hint, required };
  const { placeholder, options = [], onChosen, failure } = choice;
  switch (kind) {
    case 'choice':
      return (
        <>
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
          <SelectField {...field} {...{ placeholder, options, onChosen }} />
        </>
      );
    case 'switch':
      return <SwitchField {...field} />;
    case 'prose':
      return <TextareaField {...field} rows={rows} counterMax={max} isMarkdown />;
    case 'number':
      return <TextField {...field} type="number" min={1} step={1} />;
    case 'order':
      return (
        <TextField
          {...field}
          type="number"
          min={1}
          step={1}
          onTyped={() => form.change('suggestedOrder', TYPED)}
        />
      );
    case 'moment':
      return <TextField {...field} type="datetime-local" />;
    case 'day':
      return <TextField {...field} type="date" />;
    case 'url':
      return <TextField {...field} type="url" placeholder={placeholder} />;
    default:
      return <TextField {...field} counterMax={max} />;
  }
}

function SwitchField({ name, label, hint, ...rest }: Pick<FieldProps, 'form' | 'name' | 'label' | 'hint'>) {
  const form = rest.form as unknown as Form<Record<string, boolean>>;
  const { values, busy } = useStore(form.$form);
  return (
    <div>
      <Switch
        label={label}
        checked={values[name] === true}
        disabled={busy}
        onChange={(isOn) => form.change(name, isOn)}
      />
      <p className="text-sm text-muted">{hint}</p>
    </div>
  );
}
