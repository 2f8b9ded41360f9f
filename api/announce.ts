import { eq } from 'drizzle-orm';
import { DEV_OUTBOX_PATH } from '#contract/mail-reasons.ts';
import { DEMO_PASSWORD } from './accounts/auth/published-passwords.ts';
import { DEMO_ACCOUNTS } from './demo/accounts.ts';
import type { OpenDatabase } from './platform/db/client.ts';
import { users } from './platform/db/schema/accounts.ts';
import { toMailTransport } from './platform/mail/delivery.ts';
import type { Config } from './platform/process/env.ts';
import { product } from './platform/process/product.ts';
import { decideStart } from './platform/process/start-rules.ts';

export async function announce({
  config,
  database,
  origin,
}: {
  config: Config;
  database: OpenDatabase;
  origin: string;
}): Promise<void> {
  const lines = [''];
  if (database.kind === 'pglite') {
    lines.push(
      `Embedded database in ${config.DATA_DIR}: for development and small demos (a power cut may lose the last`,
      'writes). For production set DATABASE_URL to a PostgreSQL server.',
      '',
    );
  }
  const { exposingSettings } = decideStart(config);
  const isProduction = config.NODE_ENV === 'production';
  lines.push(`${product.name} is ready: ${origin}`);
  if (!isProduction && (await hasDemo(database))) {
    lines.push('', `Demo accounts, all with the password ${DEMO_PASSWORD}`);
    const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
    for (const { email, role, purpose } of DEMO_ACCOUNTS) {
      lines.push(`  ${email.padEnd(width)}  ${role.padEnd(16)}  ${purpose}`);
    }
    lines.push('');
  } else if (
    database.kind === 'pglite' &&
    !isProduction &&
    config.DEMO_DATA === undefined &&
    exposingSettings.length > 0
  ) {
    lines.push('The demo data is left out: its password is published, and others can reach this server.');
  }
  const mail = toMailLine(config, origin);
  if (mail) lines.push(mail);
  console.log(`${lines.join('\n')}\n`);
}

function toMailLine(config: Config, origin: string): string | null {
  const transport = toMailTransport(config);
  if (transport === 'SMTP') return null;
  if (transport === 'DEV_OUTBOX') return `Mail is not sent but kept here: ${origin}${DEV_OUTBOX_PATH}`;
  if (decideStart(config).exposingSettings.length > 0)
    return 'Mail is not sent: nobody gets a code. Set SMTP_URL to a mail server.';
  return (
    'Mail is not sent, and /dev/outbox is closed beside a database that others may use: nobody gets a code.\n' +
    'Set SMTP_URL to a mail server, or DEV_PAGES=on to read the codes yourself.'
  );
}

async function hasDemo({ db }: OpenDatabase): Promise<boolean> {
  const [first] = DEMO_ACCOUNTS;
  if (!first) return false;
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, first.email))).length > 0;
}
