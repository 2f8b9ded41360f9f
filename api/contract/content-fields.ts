import { z } from 'zod';

export const NonEmptyText = z.string().trim().min(1, 'must not be empty');

export const OutsideUrl = z.url({
  protocol: /^https$/,
  error: 'must be an address that starts with https://',
});

export const HexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #1F6FEB');
