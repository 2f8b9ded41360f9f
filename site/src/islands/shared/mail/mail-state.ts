import { atom, type ReadableAtom } from 'nanostores';
import { DEV_OUTBOX_PATH, type MailTransport } from '#contract/mail-reasons.ts';
import { listOwnMail, type OwnMail } from '#contract/own-account.ts';
import { type Clock, systemClock } from '../clock/clock.ts';
import { toTime } from '../format/dates.ts';
import { callApi } from '../http/api.ts';

export interface MailText {
  text: string;
  /** left: accepted by the other server; waits: not sent yet; held up: tried, will retry; lost: given up. */
  state: 'left' | 'waits' | 'held up' | 'lost';
  link?: { text: string; href: string };
}

export interface MailWatch {
  $mail: ReadableAtom<MailText | null>;
  watch(): void;
  stop(): void;
}

// Short intervals at first, because most mail leaves within seconds.
const ASK_AFTER_MS = [1000, 2000, 4000, 8000] as const;
const ASK_EVERY_MS = 15_000;
// A code expires after ten minutes.
const GIVE_UP_MS = 10 * 60_000;

/** Ignores failed polls. */
export function createMailWatch(kind: string, clock: Clock = systemClock): MailWatch {
  const $mail = atom<MailText | null>(null);
  let round = 0;
  let callOff = () => {};

  const ask = async (asked: number, startedAt: number) => {
    const { mail, transport } = await findMail(kind);
    if (round !== asked) return;
    if (mail) $mail.set(toMailText(mail, transport));
    const isOver = mail?.state === 'SENT' || mail?.state === 'FAILED';
    if (!isOver && clock.now() - startedAt < GIVE_UP_MS) askLater(asked, startedAt);
  };
  let asks = 0;
  const askLater = (asked: number, startedAt: number) => {
    callOff = clock.after(ASK_AFTER_MS[asks] ?? ASK_EVERY_MS, () => void ask(asked, startedAt));
    asks += 1;
  };
  const stop = () => {
    round += 1;
    callOff();
  };

  return {
    $mail,
    watch: () => {
      stop();
      $mail.set(null);
      asks = 0;
      askLater(round, clock.now());
    },
    stop,
  };
}

async function findMail(kind: string): Promise<{ mail: OwnMail | null; transport?: MailTransport }> {
  try {
    const { messages, transport } = await callApi(listOwnMail);
    return { mail: messages.find((message) => message.kind === kind) ?? null, transport };
  } catch {
    return { mail: null };
  }
}

/** False if the message never left our server. */
export function mayBeInSpam(mail: MailText | null): boolean {
  return mail?.state !== 'lost' && mail?.link === undefined;
}

export function toTransportText(transport: MailTransport | undefined): MailText | null {
  if (transport === 'DEV_OUTBOX') {
    return {
      text: 'No mail server is set here, so the message stays on this machine.',
      state: 'held up',
      link: { text: 'Read it in the outbox', href: DEV_OUTBOX_PATH },
    };
  }
  if (transport !== 'NONE') return null;
  return {
    text: 'This server cannot send mail at the moment, so no code will arrive. Please tell the people who run it.',
    state: 'lost',
  };
}

export function toMailText(
  { state, reason, endedAt, nextAttemptAt }: OwnMail,
  transport?: MailTransport,
): MailText {
  if (state === 'SENT') return { text: `We sent the code at ${toTime(endedAt)}.`, state: 'left' };
  const unsent = state === 'FAILED' ? null : toTransportText(transport);
  if (unsent) return unsent;
  if (state === 'QUEUED') return { text: 'It is waiting for its turn.', state: 'waits' };
  const again = nextAttemptAt ? ` We try again at ${toTime(nextAttemptAt)}.` : '';
  if (state === 'DELAYED') {
    const cause =
      reason === 'NO_ANSWER'
        ? 'Your mail server does not answer at the moment.'
        : 'Your mail server asked us to wait.';
    return { text: `${cause}${again}`, state: 'held up' };
  }
  const cause =
    reason === 'NO_ANSWER'
      ? 'We could not reach your mail server, and have given up.'
      : 'Your mail server refused our message.';
  return { text: `${cause} Please check that the address is right.`, state: 'lost' };
}
