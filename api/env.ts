import * as z from 'zod';

const Flag = z
  .enum(['true', 'false', '1', '0'], { error: 'expected true or false' })
  .transform((value) => value === 'true' || value === '1');
const PositiveNumber = z.coerce
  .number({ error: 'expected a positive number' })
  .positive({ error: 'expected a positive number' });
const UrlText = z.url({ protocol: /^https?$/, error: 'expected an http or https address' });

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'expected development, test or production' })
    .default('development'),
  HOST: z.string().min(1, { error: 'expected a host name or address' }).default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'expected a port from 0 to 65535' })
    .int({ error: 'expected a port from 0 to 65535' })
    .min(0, { error: 'expected a port from 0 to 65535' })
    .max(65535, { error: 'expected a port from 0 to 65535' })
    .default(3000),
  DATA_DIR: z.string().min(1, { error: 'expected a folder' }).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'expected an address that starts with postgres://' })
    .optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: 'expected a whole number from 1 to 100' })
    .int({ error: 'expected a whole number from 1 to 100' })
    .min(1, { error: 'expected a whole number from 1 to 100' })
    .max(100, { error: 'expected a whole number from 1 to 100' })
    .default(10),
  SECRET_KEY: z.string().min(32, { error: 'expected at least 32 characters' }).optional(),
  PUBLIC_SITE_URL: UrlText.optional(),
  PUBLIC_API_URL: UrlText.optional(),
  PUBLIC_COMMITS_API_URL: UrlText.default('https://api.github.com'),
  PUBLIC_POST_WIDGET_URL: UrlText.optional(),
  PUBLIC_OFFLINE_WORKER: z.enum(['on', 'off']).default('on'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((origin) => origin.trim() || []))
    .refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      {
        error: 'expected origins such as https://example.org, separated by commas',
      },
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((range) => range.trim() || []))
    .refine((ranges) => ranges.every((range) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(range)), {
      error: 'expected addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
    }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'expected an address that starts with smtp:// or smtps://' })
    .optional(),
  MAIL_FROM: z.string().min(3, { error: 'expected a mail address' }).optional(),
  RATE_LIMIT_SCALE: PositiveNumber.default(1),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'expected debug, info, warn, error or silent',
    })
    .default('info'),
  TIME_ZONE: z
    .string()
    .default('Asia/Kolkata')
    .refine(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC' || isTimeZone(zone),
      {
        error: 'expected a time zone such as Asia/Kolkata',
      },
    ),
  DEMO_DATA: Flag.default(true),
  ICON_SOURCES: z
    .string()
    .transform((value) => (value === 'none' ? [] : value.split(',').map((source) => source.trim())))
    .refine((sources) => sources.every((source) => /^https?:\/\/\S*\{host\}/.test(source)), {
      error: 'expected addresses with {host} in them, separated by commas, or none',
    })
    .optional(),
});

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The settings of one process, parsed once at the start. See README, Configuration. */
export type Config = z.infer<typeof Environment>;

/**
 * True where the pages that show kept mail, codes and all, may exist: outside production, and only while nobody but
 * this machine can connect. A server that others reach is not a newcomer's first try, whatever NODE_ENV says.
 */
export function hasDevPages({ NODE_ENV, HOST }: Pick<Config, 'NODE_ENV' | 'HOST'>): boolean {
  return NODE_ENV !== 'production' && isLoopback(HOST);
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?(::1|(0{1,4}:){7}0{0,3}1|::ffff:127(\.\d{1,3}){3})\]?)$/i.test(
    host,
  );
}

/** A setting that stops the start; the message names each variable and what was expected. */
export class EnvError extends Error {}

/**
 * Reads the settings from the environment. Empty values count as absent.
 * Throws EnvError with one line a wrong variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new EnvError(`Wrong setting. ${lines.join('; ')}`);
  }
  const config = parsed.data;
  if (config.NODE_ENV === 'production' && config.DATABASE_URL && !config.SECRET_KEY) {
    throw new EnvError(
      'Wrong setting. SECRET_KEY: expected at least 32 characters when NODE_ENV=production and DATABASE_URL is set',
    );
  }
  return config;
}
