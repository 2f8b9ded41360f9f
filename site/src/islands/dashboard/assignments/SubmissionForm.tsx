import { useEffect, useState } from 'react';
import { SUBMISSION_MAX_LENGTH, SUBMISSION_TYPES, type SubmissionType } from '#contract/submissions.ts';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { MarkdownBox } from '#site/islands/shared/markdown/MarkdownBox.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { CharacterCount, Textarea } from '#site/islands/ui/Textarea.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { SUBMISSION_TYPE_LABELS } from '../../shared/format/submission-labels.ts';
import { createSubmissionForm, type SubmissionTarget } from './submission-form.ts';

interface Props extends Omit<SubmissionTarget, 'onDone'> {
  onClose: () => void;
}

const TYPE_OPTIONS = SUBMISSION_TYPES.map((value) => ({ value, label: SUBMISSION_TYPE_LABELS[value] }));
const COUNTER_FROM = 0.9 * SUBMISSION_MAX_LENGTH;

export function SubmissionForm({ onClose, ...target }: Props) {
  // Fixed when the form opens, although a reload may change `latest`.
  const [isResubmit] = useState(target.latest !== undefined);
  const [form] = useState(() => createSubmissionForm({ ...target, onDone: onClose }));
  const { values, errors, failure, busy, formProps } = useForm(form);
  const { ref } = formProps;
  useEffect(() => {
    ref.current?.querySelector('select')?.focus();
  }, [ref]);
  return (
    <form
      {...formProps}
      aria-label={isResubmit ? 'Resubmit assignment' : 'Submit assignment'}
      className="enter border-t border-line p-4 sm:p-5"
    >
      <div className="grid max-w-2xl gap-5">
        {isResubmit ? (
          <Alert tone="warning" announce={false} title="This will replace your previous submission.">
            You can still read your earlier answers and their feedback here.
          </Alert>
        ) : null}
        <Field label="Submission type" required>
          <Select
            name="type"
            options={TYPE_OPTIONS}
            value={values.type}
            disabled={busy}
            onChange={(event) => form.change('type', event.target.value as SubmissionType)}
          />
        </Field>
        {values.type === 'TEXT_SUBMISSION' ? (
          <Field
            label="Submission content"
            required
            error={errors.text}
            counter={
              values.text.length > COUNTER_FROM ? (
                <CharacterCount text={values.text} max={SUBMISSION_MAX_LENGTH} />
              ) : null
            }
          >
            <MarkdownBox text={values.text}>
              <Textarea
                name="text"
                rows={6}
                value={values.text}
                readOnly={busy}
                onChange={(event) => form.change('text', event.target.value)}
              />
            </MarkdownBox>
          </Field>
        ) : (
          <Field label={SUBMISSION_TYPE_LABELS[values.type]} required error={errors.link}>
            <TextInput
              name="link"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={values.link}
              readOnly={busy}
              onChange={(event) => form.change('link', event.target.value)}
            />
          </Field>
        )}
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyLabel="Submitting…" className="max-sm:w-full">
            Submit Assignment
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={busy} className="max-sm:w-full">
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
