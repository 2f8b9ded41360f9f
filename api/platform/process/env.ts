import { BlockList, isIP, isIPv6 } from 'node:net';
import * as z from 'zod';
import { isTimeZone } from '#contract/text.ts';
import { isLoopbackHost } from './loopback.ts';
import { findAddressProblem } from './postgres-address.ts';
import { readRelyingParty } from './relying-party.ts';
import { StartError } from './start-error.ts';
import { decideStart } from './start-rules.ts';

export const SECRET_KEY_MIN_LENGTH = 32;

export function splitKeys(text: string): string[] {
  return text.split(',').map((key) => key.trim());
}

export function isLongEnough(key: string): boolean {
  return key.length >= SECRET_KEY_MIN_LENGTH;
}

const Flag = z
  .enum(['true', 'false', '1', '0'], { error: 'expected true or false' })
  .transform((value) => value === 'true' || value === '1');
const PositiveNumber = z.coerce
  .number({ error: 'expected a positive number' })
  .positive({ error: 'expected a positive number' });
const PostgresUrl = z.string().superRefine((url, context) => {
  const message = findAddressProblem(url);
  if (message) context.addIssue({ code: 'custom', message });
});
const UrlText = z.url({
  protocol: /^https?$/,
  abort: true,
  error: ({ input }) =>
    `expected an http or https address${URL.canParse(`https://${input}`) && !/^\w+:\/\//.test(String(input)) ? `: write https://${input}` : ''}`,
});

// Other parameters could change the server or print messages.
const MAIL_PARAMETERS = [
  'name',
  'authMethod',
  'ignoreTLS',
  'opportunisticTLS',
  'requireTLS',
  'localAddress',
  'pool',
  'maxConnections',
  'maxMessages',
  'connectionTimeout',
  'greetingTimeout',
  'socketTimeout',
  'dnsTimeout',
];

const Host = z.string().transform((host) => host.replace(/^\[(.*)\]$/, '$1'));
const Port = z.coerce
  .number({ error: 'expected a port from 0 to 65535' })
  .int({ error: 'expected a port from 0 to 65535' })
  .min(0, { error: 'expected a port from 0 to 65535' })
  .max(65535, { error: 'expected a port from 0 to 65535' });

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'expected development, test or production' })
    .default('development'),
  HOST: Host.default('127.0.0.1'),
  PORT: Port.default(3000),
  METRICS_PORT: Port.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, { error: 'expected at least 32 characters without spaces' })
    .optional(),
  DATA_DIR: z.string().min(1, { error: 'expected a folder' }).default('.data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_MIGRATION_URL: PostgresUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: 'expected a whole number from 1 to 100' })
    .int({ error: 'expected a whole number from 1 to 100' })
    .min(1, { error: 'expected a whole number from 1 to 100' })
    .max(100, { error: 'expected a whole number from 1 to 100' })
    .default(6),
  SECRET_KEY: z
    .string()
    .transform(splitKeys)
    .refine((keys) => keys.every(isLongEnough), {
      error:
        'expected at least 32 characters, in each key if there are several, the newest first, with commas between',
    })
    .optional(),
  PUBLIC_SITE_URL: UrlText.refine(
    (url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`,
    {
      error: 'expected an address without a path, a user or a query: the site stands at the root of its host',
    },
  ).optional(),
  PUBLIC_API_URL: UrlText.optional(),
  PUBLIC_COMMITS_API_URL: UrlText.default('https://api.github.com'),
  PUBLIC_OFFLINE_WORKER: z.enum(['on', 'off'], { error: 'expected on or off' }).default('on'),
  CONTENT_DIR: z.string().optional(),
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
    .refine((ranges) => ranges.every(isAddressRange), {
      error: 'expected addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
    })
    .refine((ranges) => !ranges.some(isEverybody), {
      error:
        'expected ranges of your own proxies: a range as wide as this lets visitors choose their address',
    }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'expected an address that starts with smtp:// or smtps://' })
    .refine((url) => !hasBarePassword(url), {
      error: 'percent-encode the password: write # as %23 and / as %2F',
      abort: true,
    })
    .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', {
      error: 'expected an address with a host, such as smtp://mail.example.org:587',
    })
    .refine(hasKnownMailParameters, {
      error: `expected no other parameters than ${MAIL_PARAMETERS.join(', ')} and those of tls.`,
    })
    .refine(hasPlainMailFlags, {
      error: 'expected true or false behind ignoreTLS, opportunisticTLS and requireTLS',
    })
    .optional(),
  RATE_LIMIT_SCALE: PositiveNumber.default(1),
  MAIL_DAILY_LIMIT: z.coerce
    .number()
    .int()
    .positive({ error: 'expected a whole number above 0' })
    .default(5000),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'expected debug, info, warn, error or silent',
    })
    .default('info'),
  TIME_ZONE: z
    .string()
    .default('Asia/Kolkata')
    .refine(isTimeZone, { error: 'expected a time zone such as Asia/Kolkata' }),
  UNENCRYPTED_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .refine((hosts) => hosts.every((host) => /^[a-z0-9._:-]+$/.test(host)), {
      error: 'expected host names or addresses, separated by commas',
    }),
  STAFF_PASSKEYS: z
    .string()
    .default('advised')
    .refine((value) => value === 'advised' || value === 'required' || isDay(value), {
      error: 'expected advised, required, or a day such as 2027-03-01 from which they are',
    }),
  DEMO_DATA: Flag.optional(),
  DEV_PAGES: z.enum(['on', 'off'], { error: 'expected on or off' }).optional(),
  /** Set by `npm run dev`, where Astro receives the visitors at this origin. */
  VISITOR_ORIGIN: UrlText.optional(),
  ICON_SOURCES: z
    .string()
    .transform((value) => (value === 'none' ? [] : value.split(',').map((source) => source.trim())))
    .refine((sources) => sources.every((source) => /^https?:\/\/\S*\{host\}/.test(source)), {
      error: 'expected addresses with {host} in them, separated by commas, or none',
    })
    .optional(),
});

function isAddressRange(range: string): boolean {
  const [address = '', prefix, ...more] = range.split('/');
  const bits = isIPv6(address) ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

// Wider than any private network (10.0.0.0/8, fc00::/7), also for IPv4-mapped IPv6.
function isEverybody(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  if (prefix === undefined || !isAddressRange(range)) return false;
  if (Number(prefix) < (isIPv6(address) ? 7 : 8)) return true;
  const trusted = new BlockList();
  trusted.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  const isInside = (first: number) => trusted.check(`${first}.0.0.0`, 'ipv4');
  return Array.from({ length: 256 }, (_, first) => first).filter(isInside).length > 1;
}

function hasKnownMailParameters(url: string): boolean {
  if (!URL.canParse(url)) return true;
  return [...new URL(url).searchParams.keys()].every(
    (name) => name.startsWith('tls.') || MAIL_PARAMETERS.includes(name),
  );
}

// '#' and '/' in a password end the host of an address.
function hasBarePassword(url: string): boolean {
  return /^smtps?:\/\/[^/#?@]*:[^/#?@]*[/#][^@?]*@/.test(url);
}

// nodemailer also accepts 0, 1 and an empty value, so its decision could differ from ours.
function hasPlainMailFlags(url: string): boolean {
  if (!URL.canParse(url)) return true;
  return [...new URL(url).searchParams].every(
    ([name, value]) => !name.endsWith('TLS') || value === 'true' || value === 'false',
  );
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
  );
}

export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export type Config = z.infer<typeof Environment>;

export class EnvError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(`Wrong setting. ${problems.join('; ')}`);
  }
}

// An account opens fifteen pages in ten minutes and may mistype its password once. Tests go lower.
const RATE_LIMIT_SCALE_MIN = 0.1;

/** Empty and blank values count as absent, because a blank port would become 0. Throws EnvError. */
export function parseEnv(source: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim() !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const config = parsed.data;
  const { refusals } = decideStart(config);
  if (refusals.length > 0) throw new EnvError(refusals);
  if (config.STAFF_PASSKEYS !== 'advised' && !readRelyingParty(config)) {
    throw new EnvError([
      'STAFF_PASSKEYS: passkeys belong to the address of the site. Set PUBLIC_SITE_URL to an https ' +
        'address with a host name',
    ]);
  }
  if (config.METRICS_PORT !== undefined && !isLoopbackHost(config.HOST) && !config.METRICS_TOKEN) {
    throw new EnvError(['METRICS_TOKEN: expected, because other machines can reach HOST']);
  }
  if (config.NODE_ENV !== 'test' && config.RATE_LIMIT_SCALE < RATE_LIMIT_SCALE_MIN) {
    throw new EnvError([
      `RATE_LIMIT_SCALE: expected ${RATE_LIMIT_SCALE_MIN} or more: below, people who do nothing wrong are refused`,
    ]);
  }
  if (config.METRICS_PORT && config.PORT === config.METRICS_PORT) {
    throw new EnvError([`METRICS_PORT: expected another port than PORT (${config.PORT})`]);
  }
  return config;
}
