import { copy as copyIcon } from '#site/icons/actions.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { copyText } from '../sharing/share.ts';
import { TitledCard } from '../shell/TitledCard.tsx';
import { renewal, toFeedAddress } from './calendar.ts';

export function FeedCard({ path }: { path: string }) {
  const address = toFeedAddress(path);
  return (
    <div className="mt-8">
      <TitledCard title="In your calendar app">
        <p className="max-w-measure text-muted">
          Subscribe to this address in Google Calendar (From URL), Apple Calendar (New Calendar Subscription)
          or Outlook (Subscribe from web). It stays up to date by itself.
        </p>
        <Field
          className="mt-4"
          label="Private address"
          hint="Anyone who has it can read your calendar. If it got into other hands, make a new one."
        >
          <TextInput
            readOnly
            value={address}
            className="text-ellipsis"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Field>
        <div className="mt-4 grid gap-4">
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void copyText(address)}>
              <Icon path={copyIcon} size={18} />
              Copy
            </Button>
            <Button variant="secondary" onClick={() => renewal.ask(path)}>
              New address
            </Button>
          </div>
          <ActionFailure action={renewal} />
        </div>
      </TitledCard>
      <QuestionDialog
        action={renewal}
        title={() => 'Make a new address?'}
        question="The old one stops working at once. Subscribe to the new one in each of your calendar apps."
        confirmLabel="New address"
        busyLabel="Making it…"
        variant="primary"
      />
    </div>
  );
}
