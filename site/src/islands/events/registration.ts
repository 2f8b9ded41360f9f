import { atom, type ReadableAtom } from 'nanostores';
import {
  cancelOwnRegistration,
  cancelRegistrationByLink,
  type EventOffer,
  getEvent,
  getOwnRegistration,
  getRegistrationByLink,
  type OwnRegistration,
  registerForEvent,
} from '#contract/events.ts';
import { UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';
import { startSession } from '../shared/session/session.ts';

export interface ShownRegistration {
  /** Null until staff open registration. */
  event: EventOffer | null;
  registration: OwnRegistration | null;
  /** Of a link or a guest; without one the registration is that of the signed-in account. */
  token?: string;
  name?: string;
}

export type RegistrationState =
  | { step: 'loading' }
  | { step: 'failed'; failure: string; isUnknownLink: boolean }
  | ({ step: 'shown'; busy: boolean; failure: string | null } & ShownRegistration);

export type RegistrationScreen = ReturnType<typeof createRegistration>;

/** Without an event it is the registration behind the link of a mail. */
async function read(eventId: string | undefined): Promise<ShownRegistration> {
  if (eventId === undefined) {
    // Browsers do not send the fragment to servers.
    const token = location.hash.slice(1) || '-';
    return { ...(await callApi(getRegistrationByLink, { params: { token } })), token };
  }
  const params = { eventId };
  const [{ event }, session] = await Promise.all([callApi(getEvent, { params }), startSession()]);
  if (!event || session.state !== 'signedIn') return { event, registration: null };
  return { event, ...(await callApi(getOwnRegistration, { params })) };
}

export function createRegistration(eventId?: string) {
  const $state = atom<RegistrationState>({ step: 'loading' });
  const show = (shown: ShownRegistration) =>
    $state.set({ ...shown, step: 'shown', busy: false, failure: null });

  const change = async (
    send: (eventId: string, token?: string) => Promise<ShownRegistration>,
  ): Promise<boolean> => {
    const state = $state.get();
    if (state.step !== 'shown' || state.busy || !state.event) return false;
    $state.set({ ...state, busy: true, failure: null });
    try {
      show({ ...state, ...(await send(state.event.eventId, state.token)) });
      return true;
    } catch (error) {
      $state.set({ ...state, busy: false, failure: toMessage(error, UNEXPECTED_FAILURE) });
      return false;
    }
  };

  return {
    $state: $state as ReadableAtom<RegistrationState>,
    show,
    load: async () => {
      // Links to parts of an event's page change the fragment, too.
      if (eventId !== undefined && $state.get().step === 'shown') return;
      $state.set({ step: 'loading' });
      try {
        show(await read(eventId));
      } catch (error) {
        const isNotFound = error instanceof ApiFailure && error.status === 404;
        const failure = toMessage(error, UNEXPECTED_FAILURE);
        $state.set({ step: 'failed', failure, isUnknownLink: isNotFound && eventId === undefined });
      }
    },
    register: () => change((id) => callApi(registerForEvent, { params: { eventId: id } })),
    cancel: () =>
      change((id, token) =>
        token === undefined
          ? callApi(cancelOwnRegistration, { params: { eventId: id } })
          : callApi(cancelRegistrationByLink, { params: { token } }),
      ),
  };
}
