import { expect, test } from 'bun:test';
import { nameServers, type PostgresAddress, readPostgresAddress } from './postgres-address.ts';

const local = { host: 'localhost', port: 5432 };

test('an address is read into all that a connection is told', () => {
  const expected: Record<string, Partial<PostgresAddress>> = {
    'postgres://u:p@db.example.org/league': {
      servers: [{ host: 'db.example.org', port: 5432 }],
      socket: null,
      user: 'u',
      password: 'p',
      database: 'league',
      ssl: null,
      parameters: {},
    },
    'POSTGRESQL://u@h:77': { servers: [{ host: 'h', port: 77 }], password: '', database: 'u' },
    'postgres://u:p%40s%3As@h/d%20b': { password: 'p@s:s', database: 'd b' },
    // A password may hold an @: the hosts stand behind the last one.
    'postgres://u:p@localhost@h/d': { servers: [{ host: 'h', port: 5432 }], password: 'p@localhost' },
    'postgres://u@h/d?a=@localhost': {
      servers: [{ host: 'h', port: 5432 }],
      parameters: { a: '@localhost' },
    },
    'postgres://u@a:1,b,[::1]:3/d': {
      servers: [
        { host: 'a', port: 1 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 3 },
      ],
    },
    'postgres://u@%2Frun%2Fpg:77/d': { socket: '/run/pg', servers: [{ host: '/run/pg', port: 77 }] },
    'postgres://u@/d?host=/run/pg&port=77': {
      socket: '/run/pg',
      servers: [{ ...local, port: 77 }],
      parameters: {},
    },
    // Only a folder is a socket; a host is said in its place.
    'postgres://u@h/d?host=localhost': { servers: [{ host: 'h', port: 5432 }], socket: null },
    'postgres://u@/d?sslmode=disable&search_path=x': {
      servers: [local],
      ssl: false,
      parameters: { search_path: 'x' },
    },
    'postgres://u@h/d?ssl=true': { ssl: 'require' },
    'postgres://u@h/d?sslmode=verify-ca': { ssl: 'verify-full' },
    'postgres://u@h/d?sslrootcert=system': { ssl: 'verify-full', parameters: {} },
  };
  for (const [url, parts] of Object.entries(expected)) {
    expect([url, readPostgresAddress(url)]).toEqual([url, expect.objectContaining(parts)]);
  }
});

test('a message names where the servers are', () => {
  expect(nameServers(readPostgresAddress('postgres://u:secret@a:1,b/d'))).toBe('a:1, b:5432');
  expect(nameServers(readPostgresAddress('postgres://u:secret@/d?host=/run/pg'))).toBe('/run/pg');
});
