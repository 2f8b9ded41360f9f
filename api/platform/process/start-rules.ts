import { decideDatabaseEncryption, decideMailEncryption } from './encryption.ts';
import { isLoopbackHost } from './loopback.ts';

/** Facts that decide about safety, by the three tables below. A test walks every combination. */
export interface StartFacts {
  environment: 'development' | 'test' | 'production';
  /** `open` if other machines can connect, also through `npm run dev`. */
  host: 'loopback' | 'open';
  proxies: 'none' | 'named';
  /** `public` if others can open PUBLIC_SITE_URL. */
  site: 'local' | 'public';
  database: 'embedded' | 'loopback' | 'encrypted' | 'allowed' | 'plain';
  migration: 'unset' | 'safe' | 'plain';
  mail: 'none' | 'loopback' | 'encrypted' | 'allowed' | 'plain';
  demo: 'unset' | 'on' | 'off';
  key: 'unset' | 'given';
  devPages: 'unset' | 'on' | 'off';
}

type Match = { readonly [Fact in keyof StartFacts]?: readonly StartFacts[Fact][] };

interface Refusal {
  when: Match;
  setting: string;
  because: string;
}

const ON_A_SERVER = ['loopback', 'encrypted', 'allowed', 'plain'] as const;

// Signs that other people use the product, so no account may have a published password.
const EXPOSING_SETTINGS: readonly { when: Match; setting: string }[] = [
  { when: { environment: ['production'] }, setting: 'NODE_ENV' },
  { when: { host: ['open'] }, setting: 'HOST' },
  { when: { proxies: ['named'] }, setting: 'TRUSTED_PROXIES' },
  { when: { site: ['public'] }, setting: 'PUBLIC_SITE_URL' },
];

// Closes /dev/outbox and /dev/mail, which show codes. DEV_PAGES=on overrides it unless refused below.
const DEV_PAGES_CLOSED: readonly Match[] = [
  ...EXPOSING_SETTINGS.map(({ when }) => when),
  { database: ON_A_SERVER },
  { mail: ['loopback', 'encrypted', 'allowed', 'plain'] },
];

const DEMO_IS_PUBLISHED = 'the password of the demo accounts is published, and';
const ENCRYPT_DATABASE =
  'the connection leaves this machine and would not be encrypted. Take sslmode=disable out of it (or write ' +
  'sslmode=require or verify-full), or on a private network name its host in UNENCRYPTED_HOSTS';

const REFUSALS: readonly Refusal[] = [
  {
    when: { environment: ['production'], database: ON_A_SERVER, key: ['unset'] },
    setting: 'SECRET_KEY',
    because: 'expected at least 32 characters when NODE_ENV=production and DATABASE_URL is set',
  },
  {
    when: { environment: ['production'], demo: ['on'] },
    setting: 'DEMO_DATA',
    because: `${DEMO_IS_PUBLISHED} NODE_ENV=production. Leave it out`,
  },
  {
    when: { host: ['open'], demo: ['on'] },
    setting: 'DEMO_DATA',
    because: `${DEMO_IS_PUBLISHED} other machines can reach HOST. Leave it out, or set HOST=127.0.0.1`,
  },
  {
    when: { proxies: ['named'], demo: ['on'] },
    setting: 'DEMO_DATA',
    because: `${DEMO_IS_PUBLISHED} TRUSTED_PROXIES brings visitors. Leave one of the two out`,
  },
  {
    when: { site: ['public'], demo: ['on'] },
    setting: 'DEMO_DATA',
    because: `${DEMO_IS_PUBLISHED} PUBLIC_SITE_URL is public. Leave one of the two out`,
  },
  {
    when: { environment: ['production'], devPages: ['on'] },
    setting: 'DEV_PAGES',
    because: 'they show the codes in mail and are refused when NODE_ENV=production. Leave it out',
  },
  {
    when: { host: ['open'], devPages: ['on'] },
    setting: 'DEV_PAGES',
    because:
      'they show the codes in mail, and other machines can reach HOST. Leave it out, or set HOST=127.0.0.1',
  },
  { when: { database: ['plain'] }, setting: 'DATABASE_URL', because: ENCRYPT_DATABASE },
  { when: { migration: ['plain'] }, setting: 'DATABASE_MIGRATION_URL', because: ENCRYPT_DATABASE },
  {
    when: { database: ['embedded'], migration: ['safe', 'plain'] },
    setting: 'DATABASE_MIGRATION_URL',
    because: 'it migrates the database of DATABASE_URL, which is not set',
  },
  {
    when: { mail: ['plain'] },
    setting: 'SMTP_URL',
    because:
      'codes would leave this machine without encryption. Take ignoreTLS, opportunisticTLS and requireTLS out of it, ' +
      'or on a private network name its host in UNENCRYPTED_HOSTS',
  },
];

export interface StartDecision {
  refusals: string[];
  /** Settings that show that other people use the product: no published passwords, no demo data. */
  exposingSettings: string[];
  hasDevPages: boolean;
  loadsDemo: boolean;
}

export function decide(facts: StartFacts): StartDecision {
  const holds = (match: Match) =>
    (Object.entries(match) as [keyof StartFacts, readonly string[]][]).every(([fact, values]) =>
      values.includes(facts[fact]),
    );
  const exposingSettings = EXPOSING_SETTINGS.flatMap(({ when, setting }) => (holds(when) ? [setting] : []));
  return {
    refusals: REFUSALS.flatMap(({ when, setting, because }) =>
      holds(when) ? [`${setting}: ${because}`] : [],
    ),
    exposingSettings,
    hasDevPages: facts.devPages === 'unset' ? !DEV_PAGES_CLOSED.some(holds) : facts.devPages === 'on',
    loadsDemo: facts.database === 'embedded' && facts.demo !== 'off' && exposingSettings.length === 0,
  };
}

export interface StartSettings {
  NODE_ENV: StartFacts['environment'];
  HOST: string;
  VISITOR_ORIGIN?: string | undefined;
  TRUSTED_PROXIES: readonly string[];
  PUBLIC_SITE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_MIGRATION_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  UNENCRYPTED_HOSTS: readonly string[];
  DEMO_DATA?: boolean | undefined;
  SECRET_KEY?: readonly string[] | undefined;
  DEV_PAGES?: 'on' | 'off' | undefined;
}

export function decideStart(config: StartSettings): StartDecision {
  return decide(readFacts(config));
}

function readFacts(config: StartSettings): StartFacts {
  const { DATABASE_URL, DATABASE_MIGRATION_URL, SMTP_URL, UNENCRYPTED_HOSTS } = config;
  const isLocal = (url: string | undefined) => url === undefined || isLoopbackHost(new URL(url).hostname);
  const protectionOf = (url: string) => decideDatabaseEncryption(url, UNENCRYPTED_HOSTS).protection;
  const isSafe = (url: string) => protectionOf(url) !== 'plain';
  return {
    environment: config.NODE_ENV,
    host: isLoopbackHost(config.HOST) && isLocal(config.VISITOR_ORIGIN) ? 'loopback' : 'open',
    proxies: config.TRUSTED_PROXIES.length > 0 ? 'named' : 'none',
    site: isLocal(config.PUBLIC_SITE_URL) ? 'local' : 'public',
    database: DATABASE_URL ? protectionOf(DATABASE_URL) : 'embedded',
    migration: !DATABASE_MIGRATION_URL ? 'unset' : isSafe(DATABASE_MIGRATION_URL) ? 'safe' : 'plain',
    mail: SMTP_URL ? decideMailEncryption(SMTP_URL, UNENCRYPTED_HOSTS).protection : 'none',
    demo: config.DEMO_DATA === undefined ? 'unset' : config.DEMO_DATA ? 'on' : 'off',
    key: config.SECRET_KEY ? 'given' : 'unset',
    devPages: config.DEV_PAGES ?? 'unset',
  };
}
