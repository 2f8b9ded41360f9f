import { expect, test } from 'bun:test';
import { parseEnv } from './env.ts';
import { decide, decideStart, type StartFacts } from './start-rules.ts';

const KEY = '0123456789abcdef0123456789abcdef';

/** Every value worth trying of each setting; '' stands for absent. */
const VALUES = {
  NODE_ENV: ['', 'development', 'test', 'production'],
  HOST: ['', '127.0.0.2', '0.0.0.0', 'league.example.org'],
  DATABASE_URL: [
    '',
    'postgres://localhost/league',
    'postgres://db.example.org/league',
    'postgres://db.example.org/league?sslmode=disable',
  ],
  SMTP_URL: [
    '',
    'smtp://[::1]:1025',
    'smtp://mail.example.org:587',
    'smtps://mail.example.org',
    'smtp://mail.example.org?ignoreTLS=true',
  ],
  TRUSTED_PROXIES: ['', '127.0.0.1', '10.0.0.0/8,fd00::/8'],
  DEMO_DATA: ['', 'true', 'false'],
  SECRET_KEY: ['', KEY],
};
type Settings = Record<keyof typeof VALUES, string>;

function* crossProduct<Key extends string, Value>(
  values: Record<Key, readonly Value[]>,
): Generator<Record<Key, Value>> {
  const keys = Object.keys(values) as Key[];
  const total = keys.reduce((product, key) => product * values[key].length, 1);
  for (let number = 0; number < total; number++) {
    let rest = number;
    const row = {} as Record<Key, Value>;
    for (const key of keys) {
      row[key] = values[key][rest % values[key].length] as Value;
      rest = Math.floor(rest / values[key].length);
    }
    yield row;
  }
}

/** What must not start, written down from the promises and not from the table. */
function expectedRefusals(settings: Settings): string[] {
  const isProduction = settings.NODE_ENV === 'production';
  const isOpen = settings.HOST === '0.0.0.0' || settings.HOST === 'league.example.org';
  const settingsRefused = [];
  if (isProduction && settings.DATABASE_URL && !settings.SECRET_KEY) settingsRefused.push('SECRET_KEY');
  if (settings.DEMO_DATA === 'true' && (isProduction || isOpen || settings.TRUSTED_PROXIES)) {
    settingsRefused.push('DEMO_DATA');
  }
  if (settings.DATABASE_URL.endsWith('sslmode=disable')) settingsRefused.push('DATABASE_URL');
  if (settings.SMTP_URL.endsWith('ignoreTLS=true')) settingsRefused.push('SMTP_URL');
  return settingsRefused;
}

test('every combination of the settings either starts safely or is refused with a sentence', () => {
  let started = 0;
  let refused = 0;
  for (const settings of crossProduct(VALUES)) {
    const expected = expectedRefusals(settings);
    let said = '';
    try {
      const decision = decideStart(parseEnv(settings));
      started += 1;
      const isHome =
        settings.NODE_ENV !== 'production' &&
        (settings.HOST === '' || settings.HOST === '127.0.0.2') &&
        !settings.TRUSTED_PROXIES;
      expect([settings, decision]).toEqual([
        settings,
        {
          refusals: [],
          exposingSettings: [
            ...(settings.NODE_ENV === 'production' ? ['NODE_ENV'] : []),
            ...(settings.HOST === '' || settings.HOST === '127.0.0.2' ? [] : ['HOST']),
            ...(settings.TRUSTED_PROXIES ? ['TRUSTED_PROXIES'] : []),
          ],
          hasDevPages: isHome && !settings.DATABASE_URL && !settings.SMTP_URL,
          loadsDemo: isHome && !settings.DATABASE_URL && settings.DEMO_DATA !== 'false',
        },
      ]);
    } catch (error) {
      if (expected.length === 0) throw error;
      refused += 1;
      said = String(error);
    }
    const named = [...new Set([...said.matchAll(/\b([A-Z]+_[A-Z]+): /g)].map((match) => match[1] ?? ''))];
    expect([settings, named.sort()]).toEqual([settings, expected.sort()]);
  }
  expect(started).toBeGreaterThan(1000);
  expect(refused).toBeGreaterThan(1000);
});

const FACTS: { [Fact in keyof StartFacts]: readonly StartFacts[Fact][] } = {
  environment: ['development', 'test', 'production'],
  host: ['loopback', 'open'],
  proxies: ['none', 'named'],
  site: ['local', 'public'],
  database: ['embedded', 'loopback', 'encrypted', 'allowed', 'plain'],
  migration: ['unset', 'safe', 'plain'],
  mail: ['none', 'loopback', 'encrypted', 'allowed', 'plain'],
  demo: ['unset', 'on', 'off'],
  key: ['unset', 'given'],
  devPages: ['unset', 'on', 'off'],
};

test('nothing that starts is unsafe: no published password for others, no codes for others, nothing readable on its way', () => {
  let started = 0;
  for (const facts of crossProduct(FACTS as Record<keyof StartFacts, readonly string[]>)) {
    const { refusals, exposingSettings, hasDevPages, loadsDemo } = decide(facts as unknown as StartFacts);
    for (const refusal of refusals) expect(refusal).toMatch(/^[A-Z_]+: \w.{20,}[^.]$/);
    if (refusals.length > 0) continue;
    started += 1;
    const isThereForOthers =
      facts.environment === 'production' ||
      facts.host === 'open' ||
      facts.proxies === 'named' ||
      facts.site === 'public';
    const unsafe = [
      isThereForOthers !== exposingSettings.length > 0 && 'published passwords are not looked for',
      isThereForOthers && loadsDemo && 'demo data for others',
      facts.database !== 'embedded' && loadsDemo && 'demo data into a database of others',
      hasDevPages && facts.environment === 'production' && 'codes shown in production',
      hasDevPages && facts.host === 'open' && 'codes shown to other machines',
      hasDevPages && facts.devPages === 'off' && 'codes shown though DEV_PAGES=off',
      hasDevPages && facts.devPages !== 'on' && facts.mail !== 'none' && 'codes shown beside real mail',
      hasDevPages && facts.devPages !== 'on' && facts.database !== 'embedded' && 'codes of a shared database',
      facts.database === 'plain' && 'the database in plain text',
      facts.migration === 'plain' && 'migrations in plain text',
      facts.mail === 'plain' && 'mail in plain text',
      facts.environment === 'production' &&
        facts.database !== 'embedded' &&
        facts.key === 'unset' &&
        'a key for each process',
    ].filter(Boolean);
    expect([facts, unsafe]).toEqual([facts, []]);
  }
  expect(started).toBeGreaterThan(3000);
});

test('a public PUBLIC_SITE_URL counts as being there for others, and DEV_PAGES only as what it is', () => {
  expect(decideStart(parseEnv({ PUBLIC_SITE_URL: 'http://localhost:3000' }))).toMatchObject({
    exposingSettings: [],
    loadsDemo: true,
  });
  expect(decideStart(parseEnv({ PUBLIC_SITE_URL: 'https://league.example.org' }))).toEqual({
    refusals: [],
    exposingSettings: ['PUBLIC_SITE_URL'],
    hasDevPages: false,
    loadsDemo: false,
  });
  expect(() => parseEnv({ PUBLIC_SITE_URL: 'https://league.example.org', DEMO_DATA: 'true' })).toThrow(
    /DEMO_DATA: .*PUBLIC_SITE_URL is public/,
  );
  expect(() => parseEnv({ DATABASE_MIGRATION_URL: 'postgres://localhost/league' })).toThrow(
    /DATABASE_MIGRATION_URL: it migrates the database of DATABASE_URL/,
  );
});
