import { atom, type ReadableAtom } from 'nanostores';
import {
  cancelOwnRegistration,
  cancelRegistrationByLink,
  type EVENT_ERRORS,
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
  /** Of the link; null for the registration of the signed-in account. */
  token: string | null;
  /** With a link alone. */
  name?: string;
}

export type RegistrationState =
  | { step: 'loading' | 'invalid' }
  | { step: 'failed'; failure: string }
  | ({
      step: 'shown';
      busy: 'register' | 'cancel' | null;
      failure: string | null;
      /** The event is not open to this account. */
      isRefused: boolean;
    } & ShownRegistration);

export interface RegistrationScreen {
  $state: ReadableAtom<RegistrationState>;
  load(): Promise<void>;
  register(): Promise<boolean>;
  cancel(): Promise<boolean>;
  show(shown: ShownRegistration): void;
}

type Code = keyof typeof EVENT_ERRORS;
const REFUSED: Code = 'EVENT_AUDIENCE_REFUSED';
const INVALID: Code = 'REGISTRATION_NOT_FOUND';
const isError = (error: unknown, code: Code) => error instanceof ApiFailure && error.code === code;

/** Of the page of an event. */
export function createEventRegistration(eventId: string): RegistrationScreen {
  const params = { eventId };
  return createRegistration(async () => {
    const [{ event }, session] = await Promise.all([callApi(getEvent, { params }), startSession()]);
    if (!event || session.state !== 'signedIn') return { event, registration: null, token: null };
    return { event, ...(await callApi(getOwnRegistration, { params })), token: null };
  });
}

/** Of the link in a mail. `readToken` reads the fragment, which browsers do not send to servers. */
export function createLinkedRegistration(readToken: () => string): RegistrationScreen {
  return createRegistration(async () => {
    const token = readToken();
    if (!token) return null;
    return { ...(await callApi(getRegistrationByLink, { params: { token } })), token };
  });
}

/** `read` returns null for a link without a token. */
function createRegistration(read: () => Promise<ShownRegistration | null>): RegistrationScreen {
  const $state = atom<RegistrationState>({ step: 'loading' });
  const show = (shown: ShownRegistration) =>
    $state.set({ ...shown, step: 'shown', busy: null, failure: null, isRefused: false });

  const change = async (
    busy: 'register' | 'cancel',
    send: (eventId: string, token: string | null) => Promise<Omit<ShownRegistration, 'token'>>,
  ): Promise<boolean> => {
    const state = $state.get();
    if (state.step !== 'shown' || state.busy || !state.event) return false;
    $state.set({ ...state, busy, failure: null });
    try {
      show({ ...state, ...(await send(state.event.eventId, state.token)) });
      return true;
    } catch (error) {
      const isRefused = isError(error, REFUSED);
      const failure = isRefused ? null : toMessage(error, UNEXPECTED_FAILURE);
      $state.set({ ...state, busy: null, failure, isRefused });
      return false;
    }
  };

  return {
    $state,
    show,
    load: async () => {
      if ($state.get().step !== 'shown') $state.set({ step: 'loading' });
      try {
        const shown = await read();
        if (shown) show(shown);
        else $state.set({ step: 'invalid' });
      } catch (error) {
        const isInvalid = isError(error, INVALID);
        const failure = toMessage(error, UNEXPECTED_FAILURE);
        $state.set(isInvalid ? { step: 'invalid' } : { step: 'failed', failure });
      }
    },
    register: () => change('register', (eventId) => callApi(registerForEvent, { params: { eventId } })),
    cancel: () =>
      change('cancel', (eventId, token) =>
        token === null
          ? callApi(cancelOwnRegistration, { params: { eventId } })
          : callApi(cancelRegistrationByLink, { params: { token } }),
      ),
  };
}
