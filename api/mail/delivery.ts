import { pipeline, Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isEmail } from '#contract/auth.ts';
import type { MailEncryption } from '../process/encryption.ts';
import type { MailMessage } from './messages/layout.ts';

/** How long a mail server may take, in milliseconds. Greylisting servers are slow on purpose. */
export interface Patience {
  connectMs: number;
  /** Silence on an open connection, the answer to the whole message included. */
  answerMs: number;
}

/**
 * What became of one try.
 * - accepted: the server took the message.
 * - deferred: it did not, and may do so later. `error` is its reply code, or 'no answer'; `advice` is for the operator.
 * - refused: it never will.
 * - unknown: the whole message was handed over and then nothing was heard: it may have arrived, so it is not sent again.
 * - taken: another process holds the message by now; nothing was sent.
 */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'deferred' | 'refused'; error: string; advice?: string }
  | { kind: 'unknown' }
  | { kind: 'taken' };

interface Delivery {
  id: string;
  to: string;
  message: MailMessage;
  /**
   * Asked after the server accepted sender and recipient, when all but the end of the message has gone out. True lets the
   * end follow; anything else breaks the connection, and the server throws away what it has.
   */
  mayFinish(): Promise<boolean>;
}

/**
 * Hands single messages to the mail server at an smtp:// or smtps:// address. Elsewhere than on this machine nothing is
 * said to it, neither a password nor a recipient, before TLS stands with a certificate that is true; here the
 * certificate is not looked at.
 */
export function createDelivery(
  url: string,
  from: string,
  { connectMs, answerMs }: Patience,
  { protection, requireTls }: Pick<MailEncryption, 'protection' | 'requireTls'>,
) {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    ...(protection === 'loopback' ? { tls: { rejectUnauthorized: false } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'localhost';
  transport.use('stream', (mail, done) => {
    const { mayFinish } = mail.data as unknown as Pick<Delivery, 'mayFinish'>;
    mail.message.processFunc((whole) => pipeline(whole, delayEnd(mayFinish), () => {}));
    done();
  });

  return {
    async deliver({ id, to, message, mayFinish }: Delivery): Promise<Outcome> {
      // Addresses are checked when they are stored; this keeps a second recipient or a header out whatever the row says.
      if (!isEmail(to)) return { kind: 'refused', error: 'no address' };
      const limit = new AbortController();
      let isHandedOver = false;
      let isTaken = false;
      const send = {
        from,
        to: { name: '', address: to },
        ...message,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: limit.signal,
        mayFinish: async () => {
          isHandedOver = await mayFinish();
          isTaken = !isHandedOver;
          if (isTaken) limit.abort();
          return isHandedOver;
        },
      };
      try {
        await transport.sendMail(send);
        return { kind: 'accepted' };
      } catch (error) {
        if (isTaken) return { kind: 'taken' };
        return toOutcome(error as SmtpFailure, isHandedOver);
      }
    },
    /** Connects and signs in as for a message, and sends none. Null when the server would take one, else why not. */
    async findProblem(): Promise<{ error: string; advice?: string } | null> {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        const outcome = toOutcome(error as SmtpFailure, false);
        return 'error' in outcome ? outcome : { error: 'no answer' };
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpFailure {
  message?: string;
  code?: string;
  /** What the platform called it, such as CERT_HAS_EXPIRED. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

/**
 * Only a 5xx about this recipient or this message ends it. One about us (sign-in, sender, greeting) is for the operator
 * to put right, and the message waits for that. A connection that breaks without a reply means not accepted
 * (RFC 5321, 4.2.5); silence until the time is up does not.
 */
function toOutcome(failure: SmtpFailure, isHandedOver: boolean): Outcome {
  const { message, code, originalCode = '', command, responseCode } = failure;
  if (code === 'ETLS' || /CERT|SIGNATURE|SSL|TLS/.test(originalCode)) {
    return {
      kind: 'deferred',
      error: 'no answer (no TLS)',
      advice:
        `The mail server of SMTP_URL offers no TLS that can be trusted (${message?.split('\n')[0]}). Turn STARTTLS on ` +
        'there with a valid certificate, use smtps://, or on a private network name its host in UNENCRYPTED_HOSTS.',
    };
  }
  if (responseCode === undefined) {
    if (isHandedOver && code === 'ETIMEDOUT') return { kind: 'unknown' };
    return { kind: 'deferred', error: 'no answer' };
  }
  if (responseCode < 500) return { kind: 'deferred', error: `${responseCode}` };
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  return isAboutMessage
    ? { kind: 'refused', error: `${responseCode}` }
    : { kind: 'deferred', error: `no answer (${responseCode})` };
}

/** Passes a message on and holds its end back until `mayFinish` agrees. It buffers nothing, so that is asked late. */
function delayEnd(mayFinish: () => Promise<boolean>): Transform {
  return new Transform({
    readableHighWaterMark: 1,
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      mayFinish().then(
        (may) => done(may ? null : new Error('Not finished')),
        (error) => done(error as Error),
      );
    },
  });
}
