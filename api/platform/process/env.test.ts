import { describe, expect, test } from 'bun:test';
import { createAddressReader, limitKeyOf, socketAddressOf } from '../http/client-address.ts';
import { EnvError, parseEnv } from './env.ts';
import { createSecretKey, createToken } from './secrets.ts';

describe('settings', () => {
  test('everything has a default that starts on one machine', () => {
    expect(parseEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: '.data',
      RATE_LIMIT_SCALE: 1,
    });
    expect(parseEnv({ PORT: ' ', HOST: '[::1]' })).toMatchObject({
      PORT: 3000,
      HOST: '::1',
    });
  });

  test.each([
    [{ PORT: 'eighty' }, 'PORT: expected a port from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: expected a port from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: expected an address that starts with postgres://'],
    [{ RATE_LIMIT_SCALE: '-1' }, 'RATE_LIMIT_SCALE: expected a positive number'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV: expected development, test or production'],
    [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE: expected a time zone such as'],
    [{ TIME_ZONE: '+05:30' }, 'TIME_ZONE: expected a time zone such as'],
    [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES: expected addresses or CIDR ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.1, 300.1.1.1' }, 'TRUSTED_PROXIES: expected addresses or CIDR ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES: expected addresses or CIDR ranges'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES: expected ranges of your own proxies'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, ::ffff:0:0/96' },
      'TRUSTED_PROXIES: expected ranges of your own proxies',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.org?requireTLS=0' },
      'SMTP_URL: expected true or false behind ignoreTLS',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.org?requireTLS=' },
      'SMTP_URL: expected true or false behind ignoreTLS',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.org?ignoreTLS=1' },
      'SMTP_URL: expected true or false behind ignoreTLS',
    ],
    [{ TRUSTED_PROXIES: '127.0.0.1,::/0' }, 'TRUSTED_PROXIES: expected ranges of your own proxies'],
    [{ DEV_PAGES: 'yes' }, 'DEV_PAGES: expected on or off'],
    [{ DATABASE_URL: 'postgres://[db/league' }, 'DATABASE_URL: expected an address such as postgres://'],
    [
      { DATABASE_URL: 'postgres://a@db/league?sslmode=verify' },
      'DATABASE_URL: the address of PostgreSQL asks for sslmode=verify, which is unknown; take verify-full',
    ],
    [
      { DATABASE_URL: 'postgres://a@db/league?sslmode=require&sslrootcert=/etc/ca.pem' },
      'DATABASE_URL: the address of PostgreSQL asks for sslrootcert=/etc/ca.pem, and no file is read; take sslmode=verify-full',
    ],
    [
      { DATABASE_URL: 'postgres://a:100%@db/league' },
      'DATABASE_URL: expected an address such as postgres://',
    ],
    [{ SMTP_URL: 'smtp://a:p#w@mail.example.org:587' }, 'SMTP_URL: percent-encode the password'],
    [{ SMTP_URL: 'smtps://a:12/3@mail.example.org' }, 'SMTP_URL: percent-encode the password'],
    [{ SMTP_URL: 'smtp:///?host=mail.example.org' }, 'SMTP_URL: expected an address with a host'],
    [{ SMTP_URL: 'smtp://localhost?service=gmail' }, 'SMTP_URL: expected no other parameters than name'],
    [
      { PUBLIC_SITE_URL: 'https://example.org/league' },
      'PUBLIC_SITE_URL: expected an address without a path',
    ],
    [{ PUBLIC_OFFLINE_WORKER: 'true' }, 'PUBLIC_OFFLINE_WORKER: expected on or off'],
    [{ CORS_ORIGINS: 'league.example.org' }, 'CORS_ORIGINS: expected origins such as'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT: expected another port than PORT (3000)'],
    [
      { HOST: '0.0.0.0', METRICS_PORT: '3000', METRICS_TOKEN: 'm'.repeat(32) },
      'METRICS_PORT: expected another port than PORT (3000)',
    ],
    [{ UNENCRYPTED_HOSTS: 'smtp://mail' }, 'UNENCRYPTED_HOSTS: expected host names or addresses'],
    [{ RATE_LIMIT_SCALE: '0.00001' }, 'RATE_LIMIT_SCALE: expected 0.1 or more: below, people who do nothing'],
    [{ RATE_LIMIT_SCALE: '0.099' }, 'RATE_LIMIT_SCALE: expected 0.1 or more'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY: expected at least 32 characters'],
    [
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y' },
      'SECRET_KEY: expected at least 32 characters',
    ],
  ])('a wrong value %# stops the start with its name and what was expected', (source, words) => {
    expect(() => parseEnv(source)).toThrow(EnvError);
    expect(() => parseEnv(source)).toThrow(words);
  });

  test('an address of PostgreSQL may have a user and the folder of a socket, without a host', () => {
    for (const DATABASE_URL of [
      'postgres://u@/d?host=/run/pg&port=77',
      'postgres:///d?host=/run/pg',
      'postgres://u:p@%2Frun%2Fpg/d',
      'postgres://u@a:1,b:2/d?sslmode=require',
    ])
      expect(parseEnv({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });
});

describe('the address of a caller', () => {
  const from = (address: string, forwarded?: string) => ({
    request: new Request('http://x/', forwarded ? { headers: { 'x-forwarded-for': forwarded } } : {}),
    server: { requestIP: () => ({ address }) },
  });

  test('P23 a forwarded address counts only behind a trusted proxy, from right to left', () => {
    const read = (trusted: string[], address: string, forwarded?: string) => {
      const { request, server } = from(address, forwarded);
      return createAddressReader(trusted)(request, socketAddressOf(request, server));
    };
    expect(read([], '203.0.113.9', '1.1.1.1')).toBe('203.0.113.9');
    expect(read(['10.0.0.0/8'], '203.0.113.9', '1.1.1.1')).toBe('203.0.113.9');
    expect(read(['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 2.2.2.2')).toBe('2.2.2.2');
    expect(read(['10.0.0.0/8'], '10.0.0.1', '2.2.2.2, 10.0.0.7')).toBe('2.2.2.2');
    expect(read(['10.0.0.0/8'], '10.0.0.1', 'nonsense')).toBe('10.0.0.1');
    expect(read(['127.0.0.1'], '::ffff:127.0.0.1', '2.2.2.2')).toBe('2.2.2.2');
    // However a proxy writes an IPv4 address that is mapped into IPv6, it is one caller, and no other.
    for (const mapped of [
      '::ffff:192.0.2.1',
      '::FFFF:c000:201',
      '0:0:0:0:0:ffff:192.0.2.1',
      '0000::ffff:C000:0201',
    ]) {
      expect([mapped, read(['127.0.0.1'], '127.0.0.1', mapped)]).toEqual([mapped, '192.0.2.1']);
    }
    expect(read(['127.0.0.1'], '127.0.0.1', '2001:db8::ffff:c000:201')).toBe('2001:db8::ffff:c000:201');
    expect(read(['127.0.0.1'], '127.0.0.1', '::ffff:999.0.0.1')).toBe('127.0.0.1');
  });

  const behind = (forwarded: string) => {
    const { request, server } = from('10.0.0.1', forwarded);
    return createAddressReader(['10.0.0.0/8', 'fd00::/8'])(request, socketAddressOf(request, server));
  };

  test.each([
    ['192.0.2.1', ['192.0.2.1:50123', '192.0.2.1:1', '192.0.2.1:65535', ' 192.0.2.1:443 ']],
    ['2001:db8::1', ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:443', '[2001:db8::1]:50123']],
    ['192.0.2.1', ['[::ffff:192.0.2.1]:443', '[::FFFF:c000:201]', '::ffff:192.0.2.1', '::ffff:c000:201%1:2']],
    ['fe80::1', ['fe80::1%eth0', '[fe80::1%eth0]:443', 'fe80::1%25', 'fe80::1%1:2:3:4:5:6:7:8']],
  ])(
    'P23 %s is the same caller with a port, brackets or a zone, in any place of the chain',
    (plain, written) => {
      for (const hop of written) {
        expect([hop, behind(hop)]).toEqual([hop, plain]);
        expect([hop, behind(`203.0.113.5:80, ${hop}`)]).toEqual([hop, plain]);
        expect([hop, behind(`${hop},10.0.0.7:5000,[fd00::7]:5000,::ffff:10.0.0.8`)]).toEqual([hop, plain]);
      }
    },
  );

  test('P23 what is no address is nobody: the proxy that sent it counts', () => {
    for (const hop of [
      '192.0.2.1:',
      '192.0.2.1:x',
      '192.0.2.1:443:443',
      '192.0.2.1:123456',
      '192.0.2.1 :443',
      '192.0.2.1 192.0.2.2',
      '192.0.2',
      '999.0.2.1:443',
      '192.0.2.1%a',
      '[192.0.2.1]:443',
      '[2001:db8::1',
      '2001:db8::1]:443',
      '[2001:db8::1]443',
      '[[2001:db8::1]]:443',
      '[2001:db8::1]:',
      '2001:db8:0:0:0:0:0:1:443',
      '[]:443',
      ':443',
      'unknown',
      '"192.0.2.1:443"',
      'for=192.0.2.1',
      'fe80::1%',
      '%',
      '',
      ' ',
    ]) {
      expect([hop, behind(`203.0.113.5, ${hop}`)]).toEqual([hop, '10.0.0.1']);
    }
    expect(behind('203.0.113.5,')).toBe('10.0.0.1');
    expect(behind('10.0.0.7:1, 10.0.0.8:2')).toBe('10.0.0.1');
  });

  test('P23 thousands of entries cost next to nothing', () => {
    // Work that grows with the square of their number would be over the time of a test.
    for (let i = 0; i < 50; i++) {
      expect(behind(`${'x,'.repeat(5000)}192.0.2.1:443`)).toBe('192.0.2.1');
      expect(behind(`192.0.2.9,${'10.0.0.7:443,'.repeat(5000)}10.0.0.8`)).toBe('192.0.2.9');
      expect(behind('['.repeat(20_000))).toBe('10.0.0.1');
      expect(behind(`${'1'.repeat(20_000)}:443`)).toBe('10.0.0.1');
      expect(behind(`fe80::1%${'1:'.repeat(10_000)}`)).toBe('fe80::1');
    }
  });

  test('P20 IPv6 callers count by their /64', () => {
    expect(limitKeyOf('2001:db8:1:2:aaaa::1')).toBe(limitKeyOf('2001:db8:1:2:bbbb:cccc:dddd:1'));
    expect(limitKeyOf('2001:db8:1:2::1')).not.toBe(limitKeyOf('2001:db8:1:3::1'));
    expect(limitKeyOf('::1')).toBe('0000:0000:0000:0000::/64');
    expect(limitKeyOf('10.1.2.3')).toBe('10.1.2.3');
  });
});

describe('secrets', () => {
  test('what one key seals another cannot open, and two seals differ', () => {
    const key = createSecretKey('a'.repeat(32));
    const sealed = key.seal('042137');
    expect(key.unseal(sealed)).toBe('042137');
    expect(sealed).not.toContain('042137');
    expect(key.seal('042137')).not.toBe(sealed);
    expect(() => createSecretKey('b'.repeat(32)).unseal(sealed)).toThrow();
    expect(key.sign('a', 'x')).not.toBe(key.sign('b', 'x'));
  });

  test('P9 several keys: the newest signs and seals, each verifies and opens, and each has its length', () => {
    const [old, young] = ['a'.repeat(32), 'b'.repeat(32)] as const;
    const { SECRET_KEY } = parseEnv({ SECRET_KEY: `${young}, ${old}` });
    expect(SECRET_KEY).toEqual([young, old]);
    const [before, between, after] = [
      createSecretKey(old),
      createSecretKey(young, old),
      createSecretKey(young),
    ];
    expect(between.unseal(before.seal('words'))).toBe('words');
    expect(after.unseal(between.seal('words'))).toBe('words');
    expect(between.signatures('p', 'v')).toEqual([after.sign('p', 'v'), before.sign('p', 'v')]);
    expect(between.sign('p', 'v')).toBe(after.sign('p', 'v'));
    expect(after.unseal(between.reseal(before.seal('words')) ?? '')).toBe('words');
    expect(between.reseal(after.seal('words'))).toBeNull();
    expect(() => after.reseal(before.seal('words'))).toThrow('It was sealed with another key');
    for (const SECRET_KEY of [`${young},`, `${young},short`, `,${young}`]) {
      expect(() => parseEnv({ SECRET_KEY })).toThrow('SECRET_KEY: expected at least 32 characters');
    }
  });

  test('P14 a token has 256 bits and never repeats', () => {
    const tokens = new Set(Array.from({ length: 1000 }, createToken));
    expect(tokens.size).toBe(1000);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  });
});
