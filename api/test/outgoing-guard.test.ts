import { expect, test } from 'bun:test';
import { get as getPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { takeRefused } from './outgoing-guard.ts';

test('P30 a request that leaves this machine is refused, whatever sends it', async () => {
  await expect(fetch('http://192.0.2.1/')).rejects.toThrow('A test asked 192.0.2.1');
  expect(() => getPlain('http://192.0.2.1/')).toThrow('A test asked 192.0.2.1');
  expect(() => requestSecure({ hostname: 'example.org' })).toThrow('A test asked example.org');
  expect(takeRefused()).toHaveLength(3);
});

test('P30 a name that a lookup leads away from this machine is refused', async () => {
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [{ address: '192.0.2.1', family: 4 }]);
  const sent = getPlain('http://icons.example/', { agent: false, lookup });
  const error = await new Promise<Error>((resolve) => sent.once('error', resolve));
  expect(error.message).toContain('icons.example at 192.0.2.1');
  expect(takeRefused()).toHaveLength(1);
});

test('P30 the product asks by its module for outgoing requests alone', async () => {
  const ask = new Function('return fetch("http://127.0.0.1:9/")\n//# sourceURL=/api/auth/service.ts');
  await expect(ask()).rejects.toThrow('A request to 127.0.0.1 goes past api/platform/http/outgoing.ts');
  expect(takeRefused()).toHaveLength(1);
});

test('P30 a library may not ask even this machine by itself', async () => {
  const ask = new Function(
    'return fetch("http://127.0.0.1:9/")\n//# sourceURL=/node_modules/library/index.js',
  );
  await expect(ask()).rejects.toThrow('A library asked 127.0.0.1 by itself');
  expect(takeRefused()).toHaveLength(1);
});
