import { pipeline, Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isEmail } from '#contract/auth.ts';
import type { MailTransport } from '#contract/mail-reasons.ts';
import type { MailEncryption } from '../process/encryption.ts';
import type { Config } from '../process/env.ts';
import { decideStart } from '../process/start-rules.ts';
import type { MailMessage } from './messages/layout.ts';

/** Generous, because greylisting servers are slow on purpose. */
export interface MailTimeouts {
  connectMs: number;
  /** Silence on an open connection, including the reply to the whole message. */
  answerMs: number;
}

/**
 * `unknown` may have arrived and is not sent again; `taken` means that another process holds the message. `error` is
 * the reply code or 'no answer'.
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
   * Called before the end of the message is sent. Unless true, the connection breaks and the server discards the
   * message.
   */
  confirmSend(): Promise<boolean>;
}

/**
 * Another machine gets no password or recipient before TLS with a valid certificate; on this machine the certificate is
 * not checked.
 */
export function createDelivery(
  url: string,
  from: string,
  { connectMs, answerMs }: MailTimeouts,
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
    const { confirmSend } = mail.data as unknown as Pick<Delivery, 'confirmSend'>;
    mail.message.processFunc((whole) => pipeline(whole, delayEnd(confirmSend), () => {}));
    done();
  });

  return {
    async deliver({
      id,
      to,
      message: { unsubscribeUrl, calendar, ...message },
      confirmSend,
    }: Delivery): Promise<Outcome> {
      // Guards against a second recipient or header, whatever the row holds.
      if (!isEmail(to)) return { kind: 'refused', error: 'no address' };
      const limit = new AbortController();
      let isHandedOver = false;
      let isTaken = false;
      const send = {
        from,
        to: { name: '', address: to },
        ...message,
        ...(calendar ? { icalEvent: { ...calendar, filename: 'event.ics' } } : {}),
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl
            ? {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
        signal: limit.signal,
        confirmSend: async () => {
          isHandedOver = await confirmSend();
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
    /** Connects and signs in without sending. Null if the server would accept a message. */
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
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

// Only a 5xx about the recipient or message is final. A connection that breaks without a reply means not accepted (RFC
// 5321, 4.2.5); a timeout does not.
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

// Holds back the end of a message until `confirmSend` agrees. Buffers nothing, so that it asks late.
function delayEnd(confirmSend: () => Promise<boolean>): Transform {
  return new Transform({
    readableHighWaterMark: 1,
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      confirmSend().then(
        (may) => done(may ? null : new Error('Not finished')),
        (error) => done(error as Error),
      );
    },
  });
}

export function toMailTransport(config: Config): MailTransport {
  if (config.SMTP_URL) return 'SMTP';
  return decideStart(config).hasDevPages ? 'DEV_OUTBOX' : 'NONE';
}
