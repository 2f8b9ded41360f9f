import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

interface Received {
  to: string[];
  source: string;
}

/**
 * What a mail server does with a message: takes it (null), answers a code, says nothing more ('hang'), or breaks the
 * connection ('drop').
 */
type Answer = number | 'hang' | 'drop' | null;

interface Manners {
  /** Asked when a recipient is named. */
  onRecipient?: (address: string) => Answer | Promise<Answer>;
  /** Asked when the message has begun to arrive; 'drop' breaks off in the middle of it. */
  onStart?: (tries: number) => Answer;
  /** Asked when the whole message is there; 'drop' and 'hang' take it in without a word. */
  onEnd?: (tries: number, address: string) => Answer;
  /** Silence before every answer to a whole message; told how many wait for theirs. */
  onWait?: (waiting: number) => Promise<void>;
  /** Offers STARTTLS, with a certificate that nobody vouches for. */
  hasTls?: boolean;
  /** Wants a password and refuses every one. */
  refusesSignIn?: boolean;
}

export interface MailServer {
  port: number;
  /** Messages that arrived whole, whether or not their sender was told so. */
  received: Received[];
  /** Names of recipients that were said before TLS stood. */
  saidInPlain: string[];
  /** Connections that were opened. */
  opened: () => number;
  stop(): Promise<void>;
}

/** A real mail server on this machine, with manners to choose from. */
export async function startMailServer(manners: Manners = {}): Promise<MailServer> {
  const received: Received[] = [];
  const saidInPlain: string[] = [];
  let tries = 0;
  let opened = 0;
  let waiting = 0;
  const server = new SMTPServer({
    authOptional: !manners.refusesSignIn,
    allowInsecureAuth: true,
    disabledCommands: manners.hasTls ? [] : ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      opened += 1;
      done();
    },
    onAuth(_auth, _session, done) {
      done(Object.assign(new Error('who are you'), { responseCode: 535 }));
    },
    async onRcptTo({ address }, session, done) {
      if (!session.secure) saidInPlain.push(address);
      answer((await manners.onRecipient?.(address)) ?? null, session, done);
    },
    onData(stream, session, done) {
      tries += 1;
      const start = manners.onStart?.(tries) ?? null;
      if (start === 'drop') return drop(session);
      readAll(stream).then(
        async (source) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const end = manners.onEnd?.(tries, to[0] ?? '') ?? null;
          if (typeof end !== 'number') received.push({ to, source });
          waiting += 1;
          await manners.onWait?.(waiting);
          waiting -= 1;
          answer(end, session, done);
        },
        () => {},
      );
    },
  });
  server.on('error', () => {});

  function drop(session: SMTPServerSession) {
    for (const connection of server.connections) {
      if (connection.session?.id === session.id || connection.id === session.id) connection._socket.destroy();
    }
  }
  function answer(given: Answer, session: SMTPServerSession, done: (error?: Error | null) => void) {
    if (given === 'hang') return;
    if (given === 'drop') return drop(session);
    done(given === null ? null : Object.assign(new Error('not now'), { responseCode: given }));
  }

  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () =>
      resolve((listener.address() as { port: number }).port),
    );
  });
  return {
    port,
    received,
    saidInPlain,
    opened: () => opened,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const connection of server.connections) connection._socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
