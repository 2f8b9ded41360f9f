import type { MatrixRows } from '../cells.ts';

/** Sign-in, the own account and its sessions (docs/api.md 1.1 to 1.5). */
export const ACCOUNTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: [
      'POST /auth/signup',
      'POST /auth/login',
      'POST /auth/refresh',
      'POST /auth/password-reset/send-otp',
      'POST /auth/password-reset/verify-otp',
      'POST /auth/report-sign-in',
      'POST /auth/report-sign-in/check',
      'POST /auth/password-reset/reset-password',
      'GET /auth/password-reset/status',
      'POST /auth/passkey/login',
    ],
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    routes: [
      'POST /auth/logout',
      'GET /auth/email-verification/verification-status',
      'GET /migration/status',
      'DELETE /users/me/sessions',
      'POST /users/me/proof/options',
      'GET /users/me/email-change',
      'GET /users/me/mail',
    ],
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    routes: ['GET /auth/profile', 'PUT /auth/profile'],
    own: '11111 ooooop o ooo+ oo+ o o 3333',
  },
  // A mentor's own data has the places of their times.
  { routes: ['GET /users/me/data'], own: '11111 ooooop o ooop oo+ o o 3333' },
  {
    routes: ['POST /auth/email-verification/send-verification-otp'],
    own: '11111 0o0000 0 0000 000 0 0 3333',
  },
  {
    routes: [
      'POST /auth/email-verification/verify-email-otp',
      'POST /migration/migrate-to-v2',
      'POST /users/me/passkeys',
      'POST /users/me/proof',
      'PUT /users/me/password',
      'POST /users/me/email-change',
      'PUT /users/me/email-change',
      'DELETE /users/me',
    ],
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  { routes: ['GET /users/me/sessions'], own: '11111 ooooo+ o oooo ooo o o 3333' },
  {
    routes: ['DELETE /users/me/sessions/:id', 'PUT /users/me/passkeys/:id', 'DELETE /users/me/passkeys/:id'],
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444o 4 4444 444 4 4 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['GET /users/me/passkeys', 'POST /users/me/passkeys/options'],
    own: '11111 ooooop o oooo ooo o o 3333',
  },
  { routes: ['PUT /users/me/learning'], own: '11111 33oooo o oooo ooo o o 3333' },
  {
    routes: ['GET /users/me/public-profile', 'PUT /users/me/public-profile'],
    own: '11111 33ooo+ o oooo ooo o o 3333',
  },
  {
    routes: ['GET /public/people/:address'],
    own: 'ooooo oooooo o oooo ooo o o oooo',
    other: 'ooooo oooooo o oooo ooo o o oooo',
    lost: '44444 444444 4 4444 444 4 4 4444',
  },
  {
    routes: ['GET /users/me/credentials'],
    own: '11111 33ooo+ o oooo ooo o o 3333',
  },
  {
    routes: ['POST /users/me/credentials'],
    own: '11111 3344o4 4 4444 444 4 4 3333',
    other: '11111 33444o 4 4444 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /public/credential-status'], own: 'ooooo oooooo o oooo ooo o o oooo' },
  { routes: ['POST /users/me/recovery-codes'], own: '11111 9999oo 9 9999 999 9 9 3333' },
  { routes: ['POST /auth/passkey/options'], own: 'ooooo oooooo o oooo ooo o o oooo' },
];
