import { expect, test } from 'bun:test';
import { stripSchemas } from './strip-contract.mjs';

const contract = `
import * as z from 'zod/mini';
export const Email = z.string().check(z.minLength(3));
export const login = defineCall('login', { route: 'POST /auth/login', summary: 'Sign in', status: 201, body: z.object({ email: Email }), data: User });
export const exportUsers = defineExport('exportUsers', { path: '/users/export', query: exportQuery('role') });
export function isEmail(value) { return value.length > 3; }
export const MAX = 3;
const fields = { email: requiredText('x') };
export const WORDS = { one: 1 };
`;

test('the browser gets a call without its schemas and summary, and constants that may be left out', () => {
  const light = stripSchemas(contract);
  expect(light).toContain("defineCall('login', { route: 'POST /auth/login', status: 201 })");
  expect(light).toContain('export const Email = /*#__PURE__*/ (() => (z.string().check(z.minLength(3))))()');
  expect(light).toContain("defineExport('exportUsers', { path: '/users/export' })");
  expect(light).toContain('export function isEmail');
  expect(light).toContain('export const MAX = 3;');
  expect(light).toContain("const fields = /*#__PURE__*/ (() => ({ email: requiredText('x') }))();");
  expect(light).toContain('export const WORDS = { one: 1 };');
});
