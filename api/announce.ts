import { eq } from 'drizzle-orm';
import type { OpenDatabase } from './db/client.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './db/demo/accounts.ts';
import { users } from './db/schema/accounts.ts';
import { type Config, hasDevPages } from './env.ts';
import { product } from './product.ts';

/** Tells the person at the terminal where the product is and how to get in. */
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
  const isProduction = config.NODE_ENV === 'production';
  lines.push(`${product.name} is ready: ${origin}`);
  if (!isProduction && (await hasDemo(database))) {
    lines.push('', `Demo accounts, all with the password ${DEMO_PASSWORD}`);
    const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
    for (const { email, role, purpose } of DEMO_ACCOUNTS) {
      lines.push(`  ${email.padEnd(width)}  ${role.padEnd(16)}  ${purpose}`);
    }
    lines.push('');
  }
  const mail = toMailLine(config, origin);
  if (mail) lines.push(mail);
  console.log(`${lines.join('\n')}\n`);
}

function toMailLine(config: Config, origin: string): string | null {
  if (config.SMTP_URL) return null;
  if (hasDevPages(config)) return `Mail is not sent but kept here: ${origin}/dev/outbox`;
  if (config.NODE_ENV === 'production') {
    return 'Mail is not sent: nobody gets a code. Set SMTP_URL to a mail server.';
  }
  return (
    `Mail is not sent, and /dev/outbox is closed because other machines can reach ${config.HOST}: nobody gets a code.\n` +
    'Set SMTP_URL to a mail server, or HOST=127.0.0.1 to read the codes yourself.'
  );
}

async function hasDemo({ db }: OpenDatabase): Promise<boolean> {
  const [first] = DEMO_ACCOUNTS;
  if (!first) return false;
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, first.email))).length > 0;
}
