import { atom, type ReadableAtom } from 'nanostores';
import { checkIn, listRegistrations, type RegistrationRow, undoCheckIn } from '#contract/events.ts';
import { dayOf, toShortDateTime, toTime } from '#site/islands/shared/format/dates.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { createConfirmedAction } from '../action/confirmed-action.ts';
import { toActionFailure } from '../action/failures.ts';
import { createListState } from '../list/list-state.ts';
import { createServedList } from '../list/served-list.ts';
import { invalidate } from '../query/queries.ts';

interface Result {
  tone: 'success' | 'warning' | 'danger';
  /** Name of the person, or the code as typed. */
  title: string;
  text: string;
}

interface DoorState {
  /** Id of a row, or 'code'. */
  busy: string | null;
  /** Of the last code. Its time makes the same words be read out again. */
  result: (Result & { at: number }) | null;
}

export type DoorStore = ReturnType<typeof createDoor>;

export function createDoor(eventId: string) {
  const $door = atom<DoorState>({ busy: null, result: null });
  const list = createServedList({
    kind: 'registrations',
    name: eventId,
    list: createListState({ filters: ['state'] }),
    load: (query) => callApi(listRegistrations, { params: { eventId }, query }),
    toPage: ({ event, registrations, pagination }) => {
      const isEmpty = event.confirmed + event.waiting === 0;
      return { rows: registrations, all: isEmpty ? 0 : null, pagination };
    },
  });
  const place = (saved: RegistrationRow) => {
    list.query.change(({ registrations, ...view }) => ({
      ...view,
      registrations: registrations.map((row) => (row.id === saved.id ? saved : row)),
    }));
    invalidate('registrations', { alsoOwn: true });
  };
  const run = async (
    busy: string,
    title: string,
    body: { doorCode: string } | { registrationId: string },
  ): Promise<Result | null> => {
    if ($door.get().busy) return null;
    $door.set({ ...$door.get(), busy });
    try {
      const { registration, isRepeated } = await callApi(checkIn, { params: { eventId }, body });
      place(registration);
      const at = `hecked in at ${toMoment(registration.checkedInAt ?? '')}`;
      return isRepeated
        ? { tone: 'warning', title: registration.name, text: `Already c${at}` }
        : { tone: 'success', title: registration.name, text: `C${at}` };
    } catch (error) {
      const known = error instanceof ApiFailure && error.code ? REFUSALS[error.code] : undefined;
      return { tone: 'danger', title, text: known ?? toActionFailure('check in', error) };
    } finally {
      $door.set({ ...$door.get(), busy: null });
    }
  };
  return {
    $door: $door as ReadableAtom<DoorState>,
    list,
    /** True if the person is in: otherwise the code stays, to be corrected or typed over. */
    checkInByCode: async (doorCode: string): Promise<boolean> => {
      const result = await run('code', doorCode.toUpperCase(), { doorCode });
      if (result) $door.set({ busy: null, result: { ...result, at: Date.now() } });
      return result !== null && result.tone !== 'danger';
    },
    checkInByName: async ({ id, name }: RegistrationRow): Promise<void> => {
      const result = await run(id, name, { registrationId: id });
      if (result) showToast({ text: `${result.title}: ${result.text}`, tone: result.tone });
    },
    undo: createConfirmedAction<RegistrationRow>({
      action: 'undo check-in',
      run: async ({ id }) => place((await callApi(undoCheckIn, { params: { eventId, id } })).registration),
      done: ({ name }) => `${name} is no longer checked in`,
    }),
  };
}

const REFUSALS: Readonly<Record<string, string>> = {
  REGISTRATION_NOT_FOUND: 'Unknown code. Check it, or find the name below.',
  REGISTRATION_WITHOUT_PLACE: 'No place: on the waiting list, or cancelled.',
};

/** '18:02', or with its date on another day. */
export function toMoment(at: string): string {
  return dayOf(Date.parse(at)) === dayOf(Date.now()) ? toTime(at) : toShortDateTime(at);
}
