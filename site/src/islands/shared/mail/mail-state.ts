import { atom, type ReadableAtom } from 'nanostores';
import { DEV_OUTBOX_PATH, type MailTransport } from '#contract/mail-reasons.ts';
import { listOwnMail, type OwnMail } from '#contract/own-account.ts';
import { type Clock, systemClock } from '../clock/clock.ts';
import { toTime } from '../format/dates.ts';
import { callApi } from '../http/api.ts';

export interface MailText {
  text: string;
  /** sent: accepted by the other server; waiting: not sent yet; delayed: tried, will retry; failed: given up. */
  state: 'sent' | 'waiting' | 'delayed' | 'failed';
  link?: { text: string; href: string };
}

export interface MailWatch {
  $mail: ReadableAtom<MailText | null>;
  watch(): void;
  stop(): void;
}

// Short intervals at first, because most mail leaves within seconds.
const POLL_AFTER_MS = [1000, 2000, 4000, 8000] as const;
const POLL_EVERY_MS = 15_000;
// A code expires after ten minutes.
const GIVE_UP_MS = 10 * 60_000;

/** Ignores failed polls. */
export function createMailWatch(kind: string, clock: Clock = systemClock): MailWatch {
  const $mail = atom<MailText | null>(null);
  let round = 0;
  let callOff = () => {};

  const poll = async (pollRound: number, startedAt: number) => {
    const { mail, transport } = await findMail(kind);
    if (round !== pollRound) return;
    if (mail) $mail.set(toMailText(mail, transport));
    const isOver = mail?.state === 'SENT' || mail?.state === 'FAILED';
    if (!isOver && clock.now() - startedAt < GIVE_UP_MS) pollLater(pollRound, startedAt);
  };
  let polls = 0;
  const pollLater = (pollRound: number, startedAt: number) => {
    callOff = clock.after(POLL_AFTER_MS[polls] ?? POLL_EVERY_MS, () => void poll(pollRound, startedAt));
    polls += 1;
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
      polls = 0;
      pollLater(round, clock.now());
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
  return mail?.state !== 'failed' && mail?.link === undefined;
}

export function toTransportText(transport: MailTransport | undefined): MailText | null {
  if (transport === 'DEV_OUTBOX') {
    return {
      text: 'No mail server is set here, so the message stays on this machine.',
      state: 'delayed',
      link: { text: 'Read it in the outbox', href: DEV_OUTBOX_PATH },
    };
  }
  if (transport !== 'NONE') return null;
  return {
    text: 'This server cannot send mail at the moment, so no code will arrive. Please tell the people who run it.',
    state: 'failed',
  };
}

export function toMailText(
  { state, reason, endedAt, nextAttemptAt }: OwnMail,
  transport?: MailTransport,
): MailText {
  if (state === 'SENT') return { text: `We sent the code at ${toTime(endedAt)}.`, state: 'sent' };
  const unsent = state === 'FAILED' ? null : toTransportText(transport);
  if (unsent) return unsent;
  if (state === 'QUEUED') return { text: 'It is waiting for its turn.', state: 'waiting' };
  const again = nextAttemptAt ? ` We try again at ${toTime(nextAttemptAt)}.` : '';
  if (state === 'DELAYED') {
    const cause =
      reason === 'NO_ANSWER'
        ? 'Your mail server does not answer at the moment.'
        : 'Your mail server asked us to wait.';
    return { text: `${cause}${again}`, state: 'delayed' };
  }
  const cause =
    reason === 'NO_ANSWER'
      ? 'We could not reach your mail server, and have given up.'
      : 'Your mail server refused our message.';
  return { text: `${cause} Please check that the address is right.`, state: 'failed' };
}
