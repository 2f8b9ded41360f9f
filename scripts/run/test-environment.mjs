export function testEnvironment(extra = {}) {
  const env = { ...process.env, NODE_ENV: 'test', ...extra };
  for (const name of [
    'DATABASE_URL',
    'DATA_DIR',
    'PORT',
    'HOST',
    'DATABASE_MIGRATION_URL',
    'SMTP_URL',
    'UNENCRYPTED_HOSTS',
    'SECRET_KEY',
    'TRUSTED_PROXIES',
    'PUBLIC_SITE_URL',
    'DEMO_DATA',
    'DEV_PAGES',
    'RATE_LIMIT_SCALE',
  ]) {
    if (!(name in extra)) delete env[name];
  }
  if (!('TEST_DATABASE_URL' in extra)) delete env.TEST_DATABASE_URL;
  return env;
}
