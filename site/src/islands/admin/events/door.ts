import { atom, type ReadableAtom } from 'nanostores';
import { checkIn, listRegistrations } from '#contract/events.ts';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { invalidate } from '../query/queries.ts';

export type DoorStore = ReturnType<typeof createDoor>;

export function createDoor(eventId: string) {
  const $busy = atom<string | null>(null);
  return {
    /** The code on its way. */
    $busy: $busy as ReadableAtom<string | null>,
    list: createServedList({
      kind: 'registrations',
      name: eventId,
      list: createListState({ filters: ['state'] }),
      load: (query) => callApi(listRegistrations, { params: { eventId }, query }),
      toPage: ({ event, registrations, pagination }) => {
        const isEmpty = event.confirmed + event.waiting === 0;
        return { rows: registrations, all: isEmpty ? 0 : null, pagination };
      },
    }),
    /** True if the person is in: otherwise the code stays, to be corrected or typed over. */
    checkIn: async (doorCode: string): Promise<boolean> => {
      if ($busy.get() !== null) return false;
      $busy.set(doorCode);
      try {
        const { registration, isRepeated } = await callApi(checkIn, {
          params: { eventId },
          body: { doorCode },
        });
        const words = isRepeated ? 'Already checked in' : 'Checked in';
        const text = `${registration.name}: ${words} on ${toShortDateTime(registration.checkedInAt ?? '')}`;
        showToast({ text, tone: isRepeated ? 'warning' : 'success' });
        invalidate('registrations', { alsoOwn: true });
        return true;
      } catch (error) {
        showToast({ text: toActionFailure('check in', error), tone: 'danger' });
        return false;
      } finally {
        $busy.set(null);
      }
    },
  };
}
