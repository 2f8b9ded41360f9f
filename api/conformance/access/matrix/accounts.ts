import type { MatrixRow } from '../cells.ts';

/** Sign-in, the own account and its sessions (docs/api.md 1.1 to 1.5). */
export const ACCOUNTS: MatrixRow[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    route: 'POST /auth/signup',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/login',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/refresh',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/logout',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'GET /auth/profile',
    own: '11111 ooooop o ooo+ oo+ o o 3333',
  },
  {
    route: 'PUT /auth/profile',
    own: '11111 ooooop o ooo+ oo+ o o 3333',
  },
  {
    route: 'GET /auth/email-verification/verification-status',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'POST /auth/email-verification/send-verification-otp',
    own: '11111 0o0000 0 0000 000 0 0 3333',
  },
  {
    route: 'POST /auth/email-verification/verify-email-otp',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'POST /auth/password-reset/send-otp',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/password-reset/verify-otp',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/report-sign-in',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/report-sign-in/check',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'POST /auth/password-reset/reset-password',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'GET /auth/password-reset/status',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'GET /migration/status',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'POST /migration/migrate-to-v2',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'GET /users/me/sessions',
    own: '11111 ooooo+ o oooo ooo o o 3333',
  },
  {
    route: 'DELETE /users/me/sessions',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'DELETE /users/me/sessions/:id',
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444o 4 4444 444 4 4 3333',
    kind: '11111 444444 4 4444 444 4 4 3333',
    deleted: '11111 444444 4 4444 444 4 4 3333',
    random: '11111 444444 4 4444 444 4 4 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    route: 'GET /users/me/passkeys',
    own: '11111 ooooop o oooo ooo o o 3333',
  },
  {
    route: 'POST /users/me/passkeys/options',
    own: '11111 ooooop o oooo ooo o o 3333',
  },
  {
    route: 'POST /users/me/passkeys',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'PUT /users/me/passkeys/:id',
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444o 4 4444 444 4 4 3333',
    kind: '11111 444444 4 4444 444 4 4 3333',
    deleted: '11111 444444 4 4444 444 4 4 3333',
    random: '11111 444444 4 4444 444 4 4 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    route: 'DELETE /users/me/passkeys/:id',
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444o 4 4444 444 4 4 3333',
    kind: '11111 444444 4 4444 444 4 4 3333',
    deleted: '11111 444444 4 4444 444 4 4 3333',
    random: '11111 444444 4 4444 444 4 4 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    route: 'POST /users/me/recovery-codes',
    own: '11111 9999oo 9 9999 999 9 9 3333',
  },
  {
    route: 'POST /users/me/proof/options',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'POST /users/me/proof',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'POST /auth/passkey/options',
    own: 'ooooo oooooo o oooo ooo o o oooo',
  },
  {
    route: 'POST /auth/passkey/login',
    own: '00000 000000 0 0000 000 0 0 0000',
  },
  {
    route: 'PUT /users/me/password',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'GET /users/me/email-change',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'POST /users/me/email-change',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'PUT /users/me/email-change',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
  {
    route: 'GET /users/me/mail',
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    route: 'GET /users/me/data',
    own: '11111 ooooop o ooo+ oo+ o o 3333',
  },
  {
    route: 'DELETE /users/me',
    own: '11111 000000 0 0000 000 0 0 3333',
  },
];
