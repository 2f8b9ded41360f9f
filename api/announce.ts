import type { OpenDatabase } from './db/client.ts';
import type { Config } from './env.ts';
import { product } from './product.ts';

/** Tells the person at the terminal where the product is and how to get in. */
export function announce({
  config,
  kind,
  origin,
}: {
  config: Config;
  kind: OpenDatabase['kind'];
  origin: string;
}): void {
  const lines = [''];
  if (kind === 'pglite') {
    lines.push(
      `Embedded database in ${config.DATA_DIR}: for development and small demos (a power cut may lose the last`,
      'writes). For production set DATABASE_URL to a PostgreSQL server.',
      '',
    );
  }
  lines.push(`${product.name} is ready: ${origin}`);
  if (config.NODE_ENV !== 'production' && !config.SMTP_URL) {
    lines.push(`Mail is not sent but kept here: ${origin}/dev/outbox`);
  }
  console.log(`${lines.join('\n')}\n`);
}
