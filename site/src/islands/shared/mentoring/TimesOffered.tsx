import { useState } from 'react';
import { type MentorSlot, removeSlot } from '#contract/mentoring.ts';
import { plus } from '#site/icons/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { ActionFailure } from '../action/ActionFailure.tsx';
import { createConfirmedAction } from '../action/confirmed-action.ts';
import { QuestionDialog } from '../action/QuestionDialog.tsx';
import { callApi } from '../http/api.ts';
import { AwayDialog, OfferDialog } from './OfferDialogs.tsx';
import { First, Part, Rows, SlotRow } from './SlotRow.tsx';
import { hasBegun, isOver, mentoring, toOtherName, toWhole } from './sessions.ts';

interface Props {
  slots: readonly MentorSlot[];
  /** Of the community. */
  timeZone: string;
}

/** Of staff and of a named Luminary. */
export function TimesOffered({ slots, timeZone }: Props) {
  const [dialog, setDialog] = useState<'offer' | 'away' | null>(null);
  const [takingBack] = useState(() =>
    createConfirmedAction<MentorSlot>({
      action: 'take time back',
      run: async ({ id }) => {
        await callApi(removeSlot, { params: { id } }).finally(mentoring.invalidate);
      },
      done: 'Time taken back',
    }),
  );
  const booked = slots.filter((slot) => slot.session && !isOver(slot));
  const free = slots.filter((slot) => !slot.session && !hasBegun(slot));
  const past = slots.filter((slot) => slot.session && isOver(slot));
  const isEmpty = booked.length + free.length === 0;
  const row = (slot: MentorSlot) => (
    <SlotRow
      key={slot.id}
      slot={slot}
      timeZone={timeZone}
      actions={
        hasBegun(slot) ? null : (
          <SmallButton onClick={() => takingBack.ask(slot)}>
            Take back<span className="sr-only"> {toWhole(slot, timeZone)}</span>
          </SmallButton>
        )
      }
    />
  );
  return (
    <Part title="Times you offer">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setDialog('away')}>
          I am away
        </Button>
        <Button onClick={() => setDialog('offer')}>
          <Icon path={plus} size={18} />
          Offer a time
        </Button>
      </div>
      <ActionFailure action={takingBack} />
      {isEmpty ? (
        <EmptyState as="h3" title="You offer no times yet">
          Learners book the times that you offer here, and both of you get an email.
        </EmptyState>
      ) : null}
      <Rows title={`Booked (${booked.length})`}>{booked.map(row)}</Rows>
      <First items={free} count={5} noun="free times">
        {(shown) => <Rows title={`Free (${free.length})`}>{shown.map(row)}</Rows>}
      </First>
      <Rows title="Past sessions">{past.map(row)}</Rows>
      {dialog === 'offer' ? <OfferDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'away' ? <AwayDialog onClose={() => setDialog(null)} /> : null}
      <QuestionDialog
        action={takingBack}
        title={() => 'Take this time back?'}
        question={(slot) =>
          `${toWhole(slot, timeZone)}. ${slot.session ? `Your session with ${toOtherName(slot.session)} is cancelled, and they are told by email.` : 'No one has booked it.'}`
        }
        confirmLabel="Take back"
        busyLabel="Taking back…"
      />
    </Part>
  );
}
